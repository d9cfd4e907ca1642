/**
 * Covers over containers and pictures marked as spoilers.
 */

import { element, icon } from "./dom.js";

/** The node under a cover that a press takes away. */
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
