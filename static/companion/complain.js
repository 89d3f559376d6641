// One sentence for what did not work, where no better place for it exists.
const trouble = document.getElementById("trouble");
let timer = 0;

export function complain(text) {
  trouble.textContent = text || trouble.dataset.failed;
  trouble.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { trouble.hidden = true; }, 6000);
}
