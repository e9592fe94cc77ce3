/** A form on screen, as far as unsaved input is concerned. */
export type TypedForm = {
  /** Whether the form has unsaved input. */
  isDirty: () => boolean
  element: () => Node | null
}

const forms = new Set<TypedForm>()
type Asker = () => Promise<boolean>
let asker: Asker | null = null
let question: Promise<boolean> | null = null

/** Registers a form while it is on screen. Returns a function that unregisters it. */
export function watchForm(form: TypedForm): () => void {
  forms.add(form)
  return () => void forms.delete(form)
}

/** Whether leaving an element, or the whole page, would lose unsaved input. */
export const hasUnsaved = (within?: Node | null): boolean =>
  [...forms].some((form) => {
    const element = form.element()
    return element !== null && (!within || within.contains(element)) && form.isDirty()
  })

/** Registers the component that asks the user: the frame. */
export function setUnsavedPrompt(next: Asker | null): void {
  asker = next
}

/**
 * Whether unsaved input may be discarded: true if there is none, otherwise the user's answer. Asks one question at a
 * time, because the key that closes it also reaches the dialog below, which must not ask again.
 */
export function mayDiscard(within?: Node | null): Promise<boolean> {
  if (question) return question
  if (!asker || !hasUnsaved(within)) return Promise.resolve(true)
  const pending = asker().finally(() => setTimeout(() => (question = null)))
  question = pending
  return pending
}

/** Leaves a form, asking first if there is unsaved input. */
export async function leaveForm(within: Node | null | undefined, leave: () => void): Promise<void> {
  if (await mayDiscard(within)) leave()
}
