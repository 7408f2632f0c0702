// A game with a friend as the part of an address after `#`: written to be sent, read with suspicion.
//
//   #v1;id=k3x9qa;game=tsivy;rules=standard;you=black;turns=d3-e3A_f4-f3A;check=1b2c3d
//
// `you` is the colour of who opens the link. The turns are text, as in a record: an older page and a newer one mean
// the same by it. `check` tells a link that lost its end on the way from one that is whole.

/** @typedef {import("./store.js").Setup} Setup */
/** @typedef {import("../board/types.js").Color} Color */

/**
 * A game by link: what both sides know of it.
 * @typedef {object} LinkedGame
 * @property {string} id  names the game, so that the next link is known to belong to it
 * @property {Setup} setup
 * @property {Color} you  the colour of who reads the link
 * @property {string[]} moves
 * @property {Color | null} resigned
 * @property {LinkDraw} draw  who sent the link offers a draw, or both agreed on one
 */

/** @typedef {"offer" | "agreed" | null} LinkDraw */

/** Where a game stands, for `compareGames`. @typedef {{id: string | null, moves: string[], resigned: Color | null, draw: LinkDraw}} Standing */

/** Why a link is no game: `code` chooses the words. @typedef {"version" | "cut" | "long" | "broken"} LinkFault */

const VERSION = "v1";
/** A game of 300 turns takes some 3,000; a longer address is not looked at. */
const MOST_LENGTH = 60_000;
const ID = /^[a-z0-9]{4,16}$/;
const VARIANT = /^([a-z]{2,12}|[1-9]x[1-9])$/;
const RULES = /^[a-z0-9-]+(,[a-z0-9-]+)*$/;
const FEN = /^[WBwb.0-9/]+( [A-Za-z0-9-]+)*$/;
const TURN = /^[a-i][1-9](-[a-i][1-9][AW]?)+$/;
const CHECK = /;check=([0-9a-z]{1,7})/;

/** FNV-1a of 32 bits, in letters and digits. @param {string} text */
function checkOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** A name for a new game. @returns {string} */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => (byte % 36).toString(36)).join("");
}

/** @param {LinkedGame} game @returns {string} the fragment, with its `#` */
export function writeLink({ id, setup, you, moves, resigned, draw }) {
  const parts = [VERSION, `id=${id}`, `game=${setup.variant}`, `rules=${setup.rules}`];
  // No sign that programs write in another way when they pass a link on.
  if (setup.fen !== undefined) parts.push(`start=${setup.fen.replaceAll(" ", "+")}`);
  parts.push(`you=${you}`, `turns=${moves.join("_")}`);
  if (resigned) parts.push(`resigned=${resigned}`);
  // A page from before there was this field leaves it out of account.
  if (draw) parts.push(`draw=${draw}`);
  const body = parts.join(";");
  return `#${body};check=${checkOf(body)}`;
}

/** Whether an address claims to be a game by link, whole or not. @param {string} hash */
export function isLink(hash) {
  return /^#?v\d+(;|%3b)/i.test(hash);
}

/**
 * Reads a link, or what somebody has pasted that holds one. Whether the turns are legal is for the rules to say.
 * @param {string} text @returns {LinkedGame | {fault: LinkFault}}
 */
export function readLink(text) {
  if (text.length > MOST_LENGTH) return { fault: "long" };
  const plain = unescaped(text.slice(text.indexOf("#") + 1).trim());
  if (plain === null || !isLink(plain)) return { fault: "broken" };
  if (!plain.startsWith(`${VERSION};`)) return { fault: "version" };
  const check = CHECK.exec(plain);
  // What stands behind the check is what people write behind a link: a full stop, a bracket.
  if (!check || checkOf(plain.slice(0, check.index)) !== check[1]) return { fault: "cut" };
  const parts = plain.slice(0, check.index).split(";").slice(1);
  const fields = new Map(parts.map((part) => {
    const at = part.indexOf("=");
    return /** @type {[string, string]} */ ([part.slice(0, at), part.slice(at + 1)]);
  }));
  const field = (/** @type {string} */ name) => fields.get(name) ?? "";
  const [id, variant, rules, you, resigned, draw] = ["id", "game", "rules", "you", "resigned", "draw"].map(field);
  const fen = field("start").replaceAll("+", " ");
  const moves = field("turns") === "" ? [] : field("turns").split("_");
  const good = fields.size === parts.length && ID.test(id) && VARIANT.test(variant) && rules.length <= 120 && RULES.test(rules) && isColor(you)
    && (resigned === "" || isColor(resigned)) && (draw === "" || ((draw === "offer" || draw === "agreed") && resigned === "")) && (fen === "" || (fen.length <= 120 && FEN.test(fen)))
    && moves.every((move) => TURN.test(move));
  if (!good) return { fault: "broken" };
  return {
    id,
    setup: fen === "" ? { variant, rules } : { variant, rules, fen },
    you: /** @type {Color} */ (you),
    moves,
    resigned: resigned === "" ? null : /** @type {Color} */ (resigned),
    draw: draw === "" ? null : /** @type {LinkDraw} */ (draw),
  };
}

/** @param {string} text */
function isColor(text) {
  return text === "white" || text === "black";
}

/** Some programs write `;` and `=` of a link as `%3B` and `%3D`. @param {string} text @returns {string | null} */
function unescaped(text) {
  if (!/^v\d+%3b/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * How a link's game lies to the one at hand.
 * - `other`: another game; `same`: nothing new; `newer`: the game at hand and more
 * - `older`: turns of the game at hand are missing; `fork`: they part after `turn` turns
 * @param {Standing} here @param {Standing} link
 * @returns {{relation: "other" | "same" | "newer" | "older" | "fork", turn: number}}
 */
export function compareGames(here, link) {
  if (here.id !== link.id) return { relation: "other", turn: 0 };
  let turn = 0;
  while (turn < here.moves.length && turn < link.moves.length && here.moves[turn] === link.moves[turn]) turn++;
  if (turn < here.moves.length && turn < link.moves.length) return { relation: "fork", turn };
  if (turn < here.moves.length) return { relation: "older", turn };
  if (turn < link.moves.length) return { relation: isOver(here) ? "fork" : "newer", turn };
  if (here.resigned === link.resigned && (here.draw === link.draw || link.draw === null && here.draw === "offer")) return { relation: "same", turn };
  return { relation: isOver(here) ? "older" : "newer", turn };
}

/** Whether words have ended a game. @param {Standing} game */
function isOver({ resigned, draw }) {
  return resigned !== null || draw === "agreed";
}
