/** Fewest letters before an autocomplete calls the server (R131, K012), and the typing pause before it does (K013). */
const fewest = 3
export const typingPause_ms = 300

/** The search text, or empty (which returns the first entries) while there are too few letters. */
export const searchWords = (text: string): string => (text.trim().length < fewest ? '' : text.trim())

/** Options to offer: with too few letters to search on the server, filter the loaded options. */
export function filterOptions<Option extends { label: string }>(options: readonly Option[], text: string): Option[] {
  const words = text.trim().toLowerCase()
  if (words === '' || searchWords(text) !== '') return [...options]
  return options.filter(({ label }) => label.toLowerCase().includes(words))
}
