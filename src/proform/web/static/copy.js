// Copying what a field holds.

/** Copy a field; says below whether that worked. */
export async function copy(field, said) {
  field.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    copied = document.execCommand("copy"); // without HTTPS there is no other way
  }
  said.textContent = copied ? "Copied." : "Copying failed: press Ctrl+C.";
}
