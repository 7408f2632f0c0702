// The list of lessons, and which of them are done.

import { t } from "../i18n.js";
import { LESSONS } from "../lessons.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */

/** @param {Store} store @param {import("../teacher.js").Teacher} teacher */
export function showLessons(store, teacher) {
  const list = byId("lessons-list");
  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    byId("panel-close").click();
    teacher.open(Number(button.dataset.lesson));
    byId("board").focus({ preventScroll: true });
  });
  const show = (/** @type {PageState} */ { lessonsDone }) => {
    list.replaceChildren(...LESSONS.map(({ id }, index) => {
      const button = /** @type {HTMLButtonElement} */ (make("button", "lesson"));
      button.type = "button";
      button.dataset.lesson = String(index);
      const done = lessonsDone.includes(id);
      button.append(make("span", "number", String(index + 1)), make("span", "name", t(`lesson.${id}.title`)));
      if (done) button.append(make("span", "done", t("lessons.solved")));
      const item = make("li");
      item.append(button);
      return item;
    }));
  };
  store.subscribe((state, before) => {
    if (state.lessonsDone !== before.lessonsDone || state.language !== before.language) show(state);
  });
  show(store.state);
}
