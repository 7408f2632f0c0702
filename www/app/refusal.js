// Why a tap did nothing, in words.

import { t } from "./i18n.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session @param {{from: string, to?: string}} tap @returns {() => string} */
export function refusalOf(session, { from, to }) {
  const { stones, turn } = session.state;
  let why;
  try {
    why = session.ask((game) => (to === undefined ? game.whyStoneCannotMove(from) : game.whyIllegal(from, to)));
  } catch {
    why = undefined;
  }
  const key = why ? `why.${why.reason}` : stones[from] === turn ? "why.stuck" : "why.not-your-stone";
  const stuck = to === undefined && (why?.reason === "occupied" || why?.reason === "no-line-there");
  return () => t(stuck ? "why.stuck" : key, { color: t(`color.${turn}`) });
}
