import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attributesOf, below, nameOf, parse } from './elements.ts'
import { sourcesWith, type Source } from './sources.ts'

// All confirmations use ConfirmDialog: it focuses the safe button, shows errors and ignores a second click.

/** Dialog footers with their own choice of buttons that focus the safe one. */
const ownQuestions = (sources: readonly Source[]): string[] =>
  sources.flatMap((source) =>
    below(parse(source), 'JSXElement')
      .filter(({ opening }) => nameOf(opening as Parameters<typeof nameOf>[0]) === 'DialogFooter')
      .map((footer) => below(footer, 'JSXOpeningElement').filter((element) => nameOf(element) === 'Button'))
      .filter(
        (buttons) =>
          buttons.length > 1 &&
          buttons.map(attributesOf).some((button) => button.has('data-autofocus') && button.has('variant')),
      )
      .map(() => source.path),
  )

const importedBy = ({ path, text }: Source): string[] =>
  [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, file]) => posix.join(posix.dirname(path), file!))

/** Files with a `FormDialog` whose fields, there or in a file that they import, do not ask for the focus. */
function withoutFocus(sources: readonly Source[]): string[] {
  const asking = new Set(
    sources
      .filter(({ path, text }) => !path.startsWith('web/shells/') && text.includes('data-autofocus'))
      .map(({ path }) => path),
  )
  return (
    sources
      .filter(({ text }) => text.includes('<FormDialog'))
      // A shell's dialog focuses a field of its own; what shells offer to others says nothing of them.
      .filter(
        (source) => !source.text.includes('data-autofocus') && !importedBy(source).some((path) => asking.has(path)),
      )
      .map(({ path }) => path)
  )
}

const plant = (footer: string): Source[] => [
  { path: 'web/planted.tsx', text: `const one = <DialogFooter>${footer}</DialogFooter>` },
]

describe('a confirmation before an action', () => {
  it('uses the one dialog for it', () => {
    const screens = sourcesWith('.tsx').filter(({ path }) => path.startsWith('web/'))
    expect(ownQuestions(screens)).toEqual(['web/shells/confirm-dialog.tsx'])
    expect(screens.filter(({ text }) => /<Confirm(Dialog|Action)\b/.test(text)).length).toBeGreaterThan(30)
  })

  it.each([
    ['a question', '<Button variant="default" data-autofocus>No</Button><Button>Yes</Button>', 1],
    ['a message', '<Button data-autofocus>I have it</Button>', 0],
    ['a form', '<Button variant="default">Cancel</Button><Button type="submit">Save</Button>', 0],
  ])('is distinguished from other dialogs: %s', (_what, footer, found) => {
    expect(ownQuestions(plant(footer))).toHaveLength(found)
  })
})

/** Files that keep an earlier quote, which shows what somebody else has changed or accepted since. */
const withOldQuotes = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ text }) =>
      [...text.matchAll(/useCall\(quote\w*,.*/g)].some(([call]) => !call.includes('alwaysFresh: true')),
    )
    .map(({ path }) => path)

describe('a quote that is shown to be accepted', () => {
  it('is read whenever its dialog opens', () => {
    const screens = [...sourcesWith('.ts'), ...sourcesWith('.tsx')].filter(({ path }) => path.startsWith('web/'))
    expect(screens.filter(({ text }) => /useCall\(quote/.test(text))).not.toEqual([])
    expect(withOldQuotes(screens)).toEqual([])
  })
})

// Otherwise the close button, which comes first, would get the focus.
describe('a dialog with a form', () => {
  it('focuses its first field', () => {
    const screens = sourcesWith('.tsx').filter(({ path }) => path.startsWith('web/'))
    expect(screens.filter(({ text }) => text.includes('<FormDialog')).length).toBeGreaterThan(20)
    // An agreement is read before its box is checked.
    expect(withoutFocus(screens)).toEqual(['web/areas/developers/agreement-dialog.tsx'])
  })

  it.each([
    ['a field', '<FormDialog><TextInput data-autofocus /></FormDialog>', '', 0],
    ['a file of fields', "import { Fields } from './fields.tsx'\n<FormDialog />", '<TextInput data-autofocus />', 0],
    ['no field', "import { Fields } from './fields.tsx'\n<FormDialog />", '<TextInput />', 1],
  ])('is recognized: %s', (_what, text, fields, found) => {
    const sources = [
      { path: 'web/areas/dialog.tsx', text },
      { path: 'web/areas/fields.tsx', text: fields },
    ]
    expect(withoutFocus(sources)).toHaveLength(found)
  })
})
