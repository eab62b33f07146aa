// A text as a field of the browser can hold it.
//
// A field makes LF of CR LF, and drops or changes other control characters. So each control character is
// a control picture in the field, of the same length. A picture that is in the text itself becomes a
// noncharacter, and a noncharacter half of a surrogate pair, which no text has alone.

const PICTURES = 0x2400;
const DELETE = 0x2421;
const NONCHARACTERS = 0xfdd0;
const HALVES = 0xdc00;

/** Returns what the field holds for a text. Both have the same length. */
export function toField(text: string): string {
  return text.replace(/[\0-\x1f\x7f\u2400-\u241f\u2421\ufdd0-\ufdef]/g, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) {
      return String.fromCharCode(PICTURES + code);
    }
    if (code === 0x7f) {
      return String.fromCharCode(DELETE);
    }
    if (code === DELETE) {
      return "\ufffe";
    }
    return String.fromCharCode(code < NONCHARACTERS ? NONCHARACTERS + code - PICTURES : HALVES + code - NONCHARACTERS);
  });
}

/** Returns the text of which a field holds this. */
export function fromField(value: string): string {
  // eslint-disable-next-line no-misleading-character-class
  return value.replace(/[\u2400-\u241f\u2421\ufdd0-\ufdef\ufffe]|(?<![\ud800-\udbff])[\udc00-\udc1f]/g, (character) => {
    const code = character.charCodeAt(0);
    if (code === 0xfffe) {
      return "\u2421";
    }
    if (code === DELETE) {
      return "\x7f";
    }
    if (code >= NONCHARACTERS) {
      return String.fromCharCode(PICTURES + code - NONCHARACTERS);
    }
    return code >= HALVES ? String.fromCharCode(NONCHARACTERS + code - HALVES) : String.fromCharCode(code - PICTURES);
  });
}
