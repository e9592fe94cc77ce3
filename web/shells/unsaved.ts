/** A form on the screen, as far as leaving it matters. */
export type TypedForm = {
  /** Whether something was typed that is not saved. */
  isDirty: () => boolean
  element: () => Node | null
}

const forms = new Set<TypedForm>()
type Asker = () => Promise<boolean>
let asker: Asker | null = null
let question: Promise<boolean> | null = null

/** Makes a form known for as long as it is on the screen. Answers what takes it off again. */
export function watchForm(form: TypedForm): () => void {
  forms.add(form)
  return () => void forms.delete(form)
}

/** Whether anything typed would be lost with what lies within an element, or with the whole page. */
export const hasUnsaved = (within?: Node | null): boolean =>
  [...forms].some((form) => {
    const element = form.element()
    return element !== null && (!within || within.contains(element)) && form.isDirty()
  })

/** Who puts the question; the frame does. */
export function setAsker(next: Asker | null): void {
  asker = next
}

/**
 * Whether what was typed may go: true where nothing is lost, else what people answer. One question at a time: the key that
 * closes the question also reaches the dialog below, which must not ask once more.
 */
export function mayDiscard(within?: Node | null): Promise<boolean> {
  if (question) return question
  if (!asker || !hasUnsaved(within)) return Promise.resolve(true)
  const asked = asker().finally(() => setTimeout(() => (question = null)))
  question = asked
  return asked
}

/** Leaves a form, after the question where something was typed. */
export async function leaveForm(within: Node | null | undefined, leave: () => void): Promise<void> {
  if (await mayDiscard(within)) leave()
}
