// A long paste waits beside the field: in the field it would freeze the page and hide what is being written.
const LONG = 8_000;

export class Pasted {
  constructor(chip, field, words, changed) {
    this.chip = chip;
    this.words = words;
    this.changed = changed;
    this.text = "";
    field.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length <= LONG) return;
      event.preventDefault();
      this.set(this.text ? `${this.text}\n\n${text}` : text);
    });
    chip.querySelector("button").addEventListener("click", () => {
      this.set("");
      field.focus();
    });
  }

  set(text) {
    this.text = text;
    this.chip.hidden = !text;
    this.chip.querySelector("span").textContent = this.words.pasted.replace("#", [...text].length.toLocaleString());
    this.changed();
  }

  /** What is sent: the words in the field, then what was pasted. */
  with(text) {
    if (!this.text) return text;
    return text.trim() ? `${text}\n\n${this.text}` : this.text;
  }
}
