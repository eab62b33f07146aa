/** An edit that makes a text valid. */
export class Fix {
  constructor(record, offset) {
    this.start = offset(record.start);
    this.end = offset(record.end, true);
    this.replacement = record.replacement;
    this.certain = record.certain;
  }

  apply(text) {
    return text.slice(0, this.start) + this.replacement + text.slice(this.end);
  }
}

export class ParseError extends Error {
  constructor(text, offset, { message, excerpt, rule, error }) {
    const at = offset(error.offset);
    super(at === error.offset ? message : message.replace(/ at offset \d+$/, ` at offset ${at}`));
    this.offset = at;
    this.start = offset(error.start);
    this.end = offset(error.end, true);
    this.rule = rule;
    this.id = error.id;
    this.found = error.found;
    this.expected = error.expected;
    this.next = error.next;
    this.canEnd = error.can_end;
    this.context = error.context;
    this.notes = (error.notes ?? []).map(({ id, section, message, fixes }) => ({
      id,
      section,
      message,
      fixes: fixes.map((fix) => new Fix(fix, offset)),
    }));
    // A text can hold a password, so no log of the error shows it.
    Object.defineProperty(this, "text", { value: text });
    Object.defineProperty(this, "excerpt", { value: excerpt });
  }
}
ParseError.prototype.name = "ParseError";
