// What is offered is put into the form by a click: an address, a model, or both.
function fill(id, value) {
  const field = document.getElementById(id);
  if (!field) return null;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return field;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fills]");
  if (!button) return;
  const field = fill(button.dataset.fills, button.dataset.value);
  if (button.dataset.and) fill(button.dataset.and, button.dataset.andValue);
  field?.focus();
});

// What was said about a field is about its old text.
document.addEventListener("input", (event) => {
  const slot = document.getElementById(`${event.target.id}_slot`);
  if (slot && event.target.matches(".connection .field > input")) slot.replaceChildren();
});
