/**
 * As the `ref` of a field for an email address: capitals become small letters as they are typed or pasted, where they stand
 * (R135). A value set in one's stead by code or by the browser is left to whoever reads the field.
 */
export function keepLowercase(input: HTMLInputElement | null): (() => void) | undefined {
  if (!input) return undefined
  const onInput = (event: InputEvent): void => {
    const text = event.data ?? event.dataTransfer?.getData('text/plain')
    if (!text || event.isComposing || text === text.toLowerCase()) return
    event.preventDefault()
    // The one way to insert at the caret that the browser's own Undo knows.
    document.execCommand('insertText', false, text.toLowerCase())
  }
  input.addEventListener('beforeinput', onInput)
  return () => input.removeEventListener('beforeinput', onInput)
}
