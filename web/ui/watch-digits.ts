import { plainNumerals } from '#contract/core/plain-digits.ts'

const numeric = '[inputmode=numeric], [inputmode=decimal], [type=tel], [autocomplete=one-time-code]'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Takes numbers in the digits of every script, such as Arabic keyboards give, in every field for numbers: before the
 * field's own code sees what was typed or pasted, which would drop digits that it does not know.
 */
export function watchDigits(page: Document): void {
  page.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof Element) || !target.matches(numeric)) return
      const field = target as Field
      const [text, caret] = [plainNumerals(field.value), field.selectionStart]
      if (text === field.value) return
      writeNative(field, text)
      if (caret !== null) field.setSelectionRange(caret, caret)
    },
    { capture: true },
  )
}

/** Not by the element's own property: React replaces it and would take this for a change of its own, not the user's. */
function writeNative(field: Field, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
  set!.call(field, text)
}
