// Mouse, pen and finger. Tap and tap, or drag. Only a touch on a stone that can move takes the gesture
// (its cell has touch-action: none); anywhere else the page may scroll, and then the tap is cancelled.

/** @typedef {import("./types.js").Square} Square */

/**
 * @typedef {object} PointerHandlers
 * @property {(x: number, y: number) => Square | null} hit
 * @property {(square: Square) => boolean} movable
 * @property {() => void} begin  any press: animations end
 * @property {(square: Square | null) => void} tap
 * @property {(square: Square) => boolean} grab
 * @property {(x: number, y: number) => void} drag
 * @property {(square: Square | null) => void} drop
 * @property {() => void} cancel
 * @property {(square: Square | null) => void} hover
 */

const DRAG_START = 7;
const TAP_SLACK = 14;

/** @param {HTMLElement} element @param {PointerHandlers} handlers @param {AbortSignal} signal */
export function listenPointer(element, handlers, signal) {
  /** @type {{id: number, square: Square | null, x: number, y: number, dragging: boolean, grab: boolean} | null} */
  let press = null;

  const local = (/** @type {PointerEvent} */ event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onChip = (/** @type {Event} */ event) => event.target instanceof Element && event.target.closest(".fan-chip") !== null;

  element.addEventListener("pointerdown", (event) => {
    if (onChip(event)) return;
    handlers.begin();
    if (press !== null) return; // a second finger
    if (event.button !== 0 || !event.isPrimary) return;
    const { x, y } = local(event);
    const square = handlers.hit(x, y);
    press = { id: event.pointerId, square, x, y, dragging: false, grab: square !== null && handlers.movable(square) };
  }, { signal });

  element.addEventListener("pointermove", (event) => {
    const { x, y } = local(event);
    if (press === null || press.id !== event.pointerId) {
      if (event.pointerType !== "touch") handlers.hover(onChip(event) ? null : handlers.hit(x, y));
      return;
    }
    if (!press.grab) return;
    if (!press.dragging) {
      if (Math.hypot(x - press.x, y - press.y) < DRAG_START) return;
      if (press.square === null || !handlers.grab(press.square)) return;
      press.dragging = true;
      element.setPointerCapture(event.pointerId);
    }
    handlers.hover(handlers.hit(x, y));
    handlers.drag(x, y);
  }, { signal });

  element.addEventListener("pointerup", (event) => {
    if (press === null || press.id !== event.pointerId) return;
    const { x, y } = local(event);
    const done = press;
    press = null;
    if (event.pointerType === "touch") handlers.hover(null);
    if (done.dragging) handlers.drop(handlers.hit(x, y));
    else if (Math.hypot(x - done.x, y - done.y) <= TAP_SLACK) handlers.tap(done.square);
  }, { signal });

  const cancel = (/** @type {PointerEvent} */ event) => {
    if (press === null || press.id !== event.pointerId) return;
    const { dragging } = press;
    press = null;
    if (dragging) handlers.cancel();
  };
  element.addEventListener("pointercancel", cancel, { signal });
  element.addEventListener("lostpointercapture", (event) => {
    // A finger's first hold is on the cell; that one is let go when the board takes it.
    if (event.target === element) cancel(event);
  }, { signal });
  element.addEventListener("pointerleave", (event) => {
    if (press === null) handlers.hover(null);
    else if (!press.dragging) cancel(event);
  }, { signal });
}
