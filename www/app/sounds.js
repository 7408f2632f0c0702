// Sounds, made on the spot: no file is fetched. Off at first, never before a press or a key, and nothing breaks where
// there is no sound at all.

import { Timeline } from "../board/timeline.js";
import { speedOf } from "./motion.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("../board/types.js").BoardStep} BoardStep */
/** @typedef {"step" | "capture" | "win" | "loss" | "draw"} Sound */

/** A sound at a time from now, in milliseconds; `place` in a run of captures makes it higher. @typedef {{at: number, sound: Sound, place: number}} Cue */

/** Between two stones that are taken, so that they can be counted by ear. */
const RUN_MS = 70;

/**
 * What is heard of a turn: a knock for each step, a note for each stone it takes, and the end of the game.
 * @param {BoardStep[]} steps @param {{follow: boolean, speed: number, end: "win" | "loss" | "draw" | null}} how  speed 0: nothing moves
 * @returns {Cue[]}
 */
export function cuesOf(steps, { follow, speed, end }) {
  const { times } = new Timeline({}, steps, follow);
  /** @type {Cue[]} */
  const cues = [];
  let last = 0;
  steps.forEach(({ captures }, i) => {
    const seen = speed === 0 ? 0 : (times[i].start + times[i].move) / speed;
    // What moves at once is still heard one after the other.
    const at = Math.max(seen, i === 0 ? 0 : last + RUN_MS);
    cues.push({ at, sound: "step", place: 0 });
    captures.forEach((_, place) => cues.push({ at: at + RUN_MS * (place + 1), sound: "capture", place }));
    last = at + RUN_MS * captures.length;
  });
  if (end !== null) cues.push({ at: last + 250, sound: end, place: 0 });
  return cues;
}

/** Notes of a sound: hertz, and when and how long in seconds. @param {Sound} sound @param {number} place @returns {{hertz: number, at: number, length: number, shape: OscillatorType}[]} */
function notesOf(sound, place) {
  const tune = (/** @type {number[]} */ hertz) => hertz.map((each, i) => ({ hertz: each, at: i * 0.16, length: 0.32, shape: /** @type {OscillatorType} */ ("triangle") }));
  switch (sound) {
    case "step": return [{ hertz: 170, at: 0, length: 0.07, shape: "triangle" }];
    case "capture": return [{ hertz: 392 * 2 ** (Math.min(place, 14) / 6), at: 0, length: 0.11, shape: "sine" }];
    case "win": return tune([523, 659, 784]);
    case "draw": return tune([523, 523]);
    case "loss": return tune([440, 349]);
  }
}

/** How the game ended for who sits here. @param {PageState} state @returns {"win" | "loss" | "draw" | null} */
export function endOf({ game, players }) {
  if (!game?.outcome) return null;
  const { winner } = game.outcome;
  if (winner === null) return "draw";
  const somebody = players.white === "person" || players.black === "person";
  return somebody && players[winner] !== "person" ? "loss" : "win";
}

/** Plays cues. Nothing it does ever throws. */
export class Speaker {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {GainNode | null} */
  #batch = null;

  /** @param {() => AudioContext} create  throws where there is no sound */
  constructor(create) {
    this.create = create;
  }

  /** After a press or a key: browsers allow it only then. */
  wake() {
    try {
      this.#context ??= this.create();
      if (this.#context.state === "suspended") this.#context.resume().catch(() => {});
    } catch {
      this.#context = null;
    }
  }

  /** @param {Cue[]} cues @param {number} volume 0 to 100 */
  play(cues, volume) {
    const context = this.#context;
    if (context === null || volume <= 0) return;
    try {
      // A new turn ends what is still heard of the one before.
      this.#batch?.disconnect();
      const batch = context.createGain();
      // Ears hear ratios: half of the slider is half as loud.
      batch.gain.value = 0.5 * (volume / 100) ** 2;
      batch.connect(context.destination);
      this.#batch = batch;
      for (const { at, sound, place } of cues) {
        for (const note of notesOf(sound, place)) this.#note(context, batch, context.currentTime + at / 1000 + note.at, note);
      }
    } catch {
      this.#batch = null;
    }
  }

  /** @param {AudioContext} context @param {GainNode} out @param {number} start @param {{hertz: number, length: number, shape: OscillatorType}} note */
  #note(context, out, start, { hertz, length, shape }) {
    const source = context.createOscillator();
    const gain = context.createGain();
    source.type = shape;
    source.frequency.setValueAtTime(hertz, start);
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.6, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(gain);
    gain.connect(out);
    source.start(start);
    source.stop(start + length + 0.02);
  }
}

/** @param {Store} store */
export function connectSounds(store) {
  const speaker = new Speaker(() => new AudioContext());
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let pressed = false;
  for (const press of ["pointerdown", "keydown"]) {
    addEventListener(press, () => {
      pressed = true;
      if (store.state.settings.sound) speaker.wake();
    }, { capture: true });
  }
  store.subscribe((state, before) => {
    const { sound, volume, animation } = state.settings;
    const { sound: soundBefore, volume: volumeBefore } = before.settings;
    if (!sound || !pressed) return;
    if (!soundBefore) speaker.wake();
    // Whoever sets it hears it.
    if (!soundBefore || volume !== volumeBefore) speaker.play(cuesOf([], { follow: false, speed: 1, end: "draw" }), volume);
    if (state.motion.serial === before.motion.serial || state.game === null) return;
    const end = state.game.outcome && !before.game?.outcome ? endOf(state) : null;
    if (state.motion.steps.length === 0 && end === null) return;
    speaker.play(cuesOf(state.motion.steps, { follow: state.motion.follow, speed: speedOf(animation, still.matches), end }), volume);
  });
}
