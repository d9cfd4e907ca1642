/**
 * Parses Discord's markdown into a tree, which `formatted.js` renders.
 *
 * A node is a string, or an object with a `kind` and further keys that depend on it.
 */

const MAX_DEPTH = 12;

const LIST_ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/;
const FENCE = /^```(?:([a-zA-Z0-9_+#-]+)\n)?\n?([\s\S]*?)\n?```/;

/**
 * Parses a text.
 *
 * @param {string} text
 * @param {{headings?: boolean}} allow whether to parse headings, lists and quotes.
 * @returns {Array<string|object>}
 */
export function parse(text, { headings = true } = {}) {
  return headings ? blocks(text.replace(/\r\n?/g, "\n"), 0) : inline(text, 0);
}

function blocks(text, depth) {
  const nodes = [];
  let paragraph = "";
  const flush = () => {
    if (paragraph !== "") {
      nodes.push({ kind: "paragraph", children: inline(paragraph.replace(/\n$/, ""), depth) });
      paragraph = "";
    }
  };
  let rest = text;
  while (rest !== "") {
    const [node, length] = block(rest, depth);
    if (node) {
      flush();
      nodes.push(node);
      rest = rest.slice(length).replace(/^\n/, "");
    } else {
      const [taken] = /^.*?(?=```[\s\S]*```)|^.*\n?/.exec(rest);
      const line = taken === "" ? rest[0] : taken;
      paragraph += line;
      rest = rest.slice(line.length);
    }
  }
  flush();
  return nodes;
}

/** The block at the start of a text and its length; null and 0 for an ordinary line. */
function block(text, depth) {
  const fence = FENCE.exec(text);
  if (fence && fence[2].trim() !== "") {
    return [{ kind: "codeblock", language: fence[1] ?? "", text: fence[2] }, fence[0].length];
  }
  if (depth >= MAX_DEPTH) {
    return [null, 0];
  }
  const heading = /^(#{1,3}) +(.+)/.exec(text);
  if (heading) {
    const children = inline(heading[2].trim(), depth + 1);
    return [{ kind: "heading", level: heading[1].length, children }, heading[0].length];
  }
  const subtext = /^-# +(.+)/.exec(text);
  if (subtext) {
    return [{ kind: "subtext", children: inline(subtext[1], depth + 1) }, subtext[0].length];
  }
  const restQuoted = /^>>> ([\s\S]+)/.exec(text);
  if (restQuoted) {
    return [{ kind: "quote", children: blocks(restQuoted[1], depth + 1) }, text.length];
  }
  const quoted = /^(?:> .*(?:\n|$))+/.exec(text);
  if (quoted) {
    const inner = quoted[0].replace(/\n$/, "").replace(/^> /gm, "");
    const length = quoted[0].replace(/\n$/, "").length;
    return [{ kind: "quote", children: blocks(inner, depth + 1) }, length];
  }
  return LIST_ITEM.test(text.split("\n", 1)[0]) ? list(text, depth) : [null, 0];
}

function list(text, depth) {
  const lines = [];
  for (const line of text.split("\n")) {
    const item = LIST_ITEM.exec(line);
    const entry = item && { line, indent: item[1].length, number: item[3], text: item[4] };
    if (!entry || (lines.length > 0 && startsNewList(entry, lines[0]))) {
      break;
    }
    lines.push(entry);
  }
  const length = lines.map((item) => item.line).join("\n").length;
  return [listOf(lines, depth), length];
}

/** Whether a line starts another list, numbered after bulleted or the reverse. */
function startsNewList(line, first) {
  const isNumbered = (one) => one.number !== undefined;
  return line.indent <= first.indent && isNumbered(line) !== isNumbered(first);
}

/**
 * A list of lines; further indented lines become nested lists.
 *
 * Only its first number counts: the items after it are numbered on from there, whatever they say
 * (discord/discord-api-docs#6190; hktrpg/TG.line.Discord.Roll.Bot#703).
 */
function listOf(lines, depth) {
  const items = [];
  for (let at = 0; at < lines.length; ) {
    const children = inline(lines[at].text, depth + 1);
    let end = at + 1;
    while (end < lines.length && lines[end].indent > lines[at].indent) {
      end += 1;
    }
    if (end > at + 1 && depth < MAX_DEPTH) {
      children.push(listOf(lines.slice(at + 1, end), depth + 1));
    }
    items.push({ kind: "item", children });
    at = end;
  }
  const start = lines[0].number === undefined ? null : Number(lines[0].number);
  return { kind: "list", start, children: items };
}

const wrapped = (kind) => (match, depth) => ({ kind, children: inline(match[1], depth + 1) });

const link = (url, children) => ({ kind: "link", url, children });

/** Inline patterns and the nodes they produce. */
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (match) => match[1]],
  [/\|\|([\s\S]+?)\|\|/y, wrapped("spoiler")],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, wrapped("bold")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, wrapped("underline")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, wrapped("strike")],
  [/\*(?![\s*])((?:\*\*|\\[\s\S]|[^*\\])*?(?:\*\*|\\[\s\S]|[^\s*\\]))\*(?!\*)/y, wrapped("italic")],
  [/_((?:__|\\[\s\S]|[^_\\])+?)_(?![0-9A-Za-z_])/y, wrapped("italic")],
  [
    /\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"\n]*")?\)/y,
    (match, depth) => link(match[2], inline(match[1], depth + 1, false)),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, (match) => link(match[1], [match[1]])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/y, (match) => link(match[0], [match[0]])],
  [/<@!?(\d+)>/y, (match) => ({ kind: "user", id: match[1] })],
  [/<#(\d+)>/y, (match) => ({ kind: "channel", id: match[1] })],
  [/<@&(\d+)>/y, (match) => ({ kind: "role", id: match[1] })],
  [/@(everyone|here)\b/y, (match) => ({ kind: "everyone", name: match[1] })],
  [/<\/([^:<>\n]+):\d+>/y, (match) => ({ kind: "command", name: match[1] })],
  [/<a?:(\w+):(\d+)>/y, (match) => ({ kind: "emoji", name: match[1], id: match[2] })],
  [
    /<t:(-?\d{1,17})(?::([tTdDfFsSR]))?>/y,
    (match) => ({ kind: "moment", seconds: Number(match[1]), style: match[2] ?? "f" }),
  ],
];
const STARTS = new Set("\\`|*_~[<h@");

function inline(text, depth, links = true) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const found = depth < MAX_DEPTH && STARTS.has(text[at]) ? inlineAt(text, at, depth) : null;
    if (found === null || (!links && found.node.kind === "link")) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (typeof found.node === "string") {
      plain += found.node;
    } else {
      nodes.push(plain, found.node);
      plain = "";
    }
    at += found.length;
  }
  nodes.push(plain);
  return nodes.filter((node) => node !== "");
}

/** Code between two equally long runs of backticks; an unmatched run is plain text. */
function codeAt(text, at) {
  const [run] = /^`+/.exec(text.slice(at));
  const from = at + run.length;
  for (const { 0: other, index } of text.slice(from).matchAll(/`+/g)) {
    if (other.length === run.length) {
      const code = text.slice(from, from + index);
      const node = { kind: "code", text: code.trim() || code };
      return { node, length: run.length + index + other.length };
    }
  }
  return { node: run, length: run.length };
}

function inlineAt(text, at, depth) {
  if (text[at] === "`") {
    return codeAt(text, at);
  }
  if (text[at] === "_" && at > 0 && /[0-9A-Za-z]/.test(text[at - 1]) && text[at + 1] !== "_") {
    return null;
  }
  for (const [pattern, make] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      return { node: make(match, depth), length: match[0].length };
    }
  }
  return null;
}
