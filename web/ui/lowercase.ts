/**
 * A `ref` for email fields: changes capitals to lowercase as they are typed or pasted (R135). Values set by code or
 * by the browser are left to the code that reads the field.
 */
export function forceLowercase(input: HTMLInputElement | null): (() => void) | undefined {
  if (!input) return undefined
  const onInput = (event: InputEvent): void => {
    const text = event.data ?? event.dataTransfer?.getData('text/plain')
    if (!text || event.isComposing || text === text.toLowerCase()) return
    event.preventDefault()
    // `execCommand` is the only way to insert at the caret that the browser's Undo supports.
    document.execCommand('insertText', false, text.toLowerCase())
  }
  input.addEventListener('beforeinput', onInput)
  return () => input.removeEventListener('beforeinput', onInput)
}
