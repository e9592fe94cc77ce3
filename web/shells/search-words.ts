/** Letters from which on an autocomplete asks the server (R131, K012), and how long typing has to pause before (K013). */
const fewest = 3
export const typingPause_ms = 300

/** The search text; empty, which finds the first entries, while too few letters are typed. */
export const searchWords = (typed: string): string => (typed.trim().length < fewest ? '' : typed.trim())

/** What is offered of options that are there: too few letters for the server choose among those. */
export function offered<Option extends { label: string }>(options: readonly Option[], typed: string): Option[] {
  const words = typed.trim().toLowerCase()
  if (words === '' || searchWords(typed) !== '') return [...options]
  return options.filter(({ label }) => label.toLowerCase().includes(words))
}
