/**
 * Used as the `ref` of an email field: capitals become lower case in place as they are typed or pasted (R135). A value set by
 * code or by the browser is left to the code that reads the field.
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
