import { afterEach, expect, it, vi } from 'vitest'
import { watchDigits } from './watch-digits.ts'

/** A field as browsers have it: its own property is React's, which hears of the value only by the event. */
class Field {
  caret: number | null = null
  heardByReact: string[] = []
  #text: string
  readonly #isNumeric: boolean
  constructor(text: string, isNumeric: boolean) {
    this.#text = text
    this.#isNumeric = isNumeric
    Object.defineProperty(this, 'value', {
      get: () => this.#text,
      set: (text: string) => {
        this.heardByReact.push(text)
      },
    })
  }
  get value(): string {
    return this.#text
  }
  set value(text: string) {
    this.#text = text
  }
  get selectionStart(): number {
    return this.#text.length
  }
  setSelectionRange(start: number): void {
    this.caret = start
  }
  matches(): boolean {
    return this.#isNumeric
  }
}

afterEach(() => vi.unstubAllGlobals())

function typeInto(text: string, isNumeric = true): Field {
  vi.stubGlobal('Element', Field)
  const field = new Field(text, isNumeric)
  const page = {
    addEventListener: (_type: string, hear: (event: { target: Field }) => void, options: { capture: boolean }) => {
      expect(options.capture).toBe(true)
      hear({ target: field })
    },
  }
  watchDigits(page as unknown as Document)
  return field
}

it('folds digits of other scripts in a field for numbers, before its own code sees them, and keeps the caret', () => {
  const field = typeInto('١٢٫٥')
  expect([field.value, field.caret, field.heardByReact]).toEqual(['12.5', 4, []])
})

it('leaves other fields, and numbers in digits, alone', () => {
  expect(typeInto('١٢٣', false).value).toBe('١٢٣')
  expect([typeInto('1,234').value, typeInto('1,234').caret]).toEqual(['1,234', null])
})
