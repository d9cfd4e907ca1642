/**
 * Spoilers over containers and pictures.
 */

import { element, icon } from "./dom.js";

/** The node below a cover, which a press removes. */
export function cover(node) {
  const covered = element("div", { class: "covered" }, node);
  node.inert = true;
  const lid = element("button", { class: "lid", type: "button" }, icon("eye"), "Spoiler");
  lid.addEventListener("click", () => {
    node.inert = false;
    covered.replaceWith(node);
  });
  covered.append(lid);
  return covered;
}
