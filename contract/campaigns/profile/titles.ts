/** Abbreviations in job titles, with their long forms. Synonyms map to the same word. */
const longOf: Readonly<Record<string, string>> = {
  ceo: 'chief executive officer',
  cfo: 'chief financial officer',
  coo: 'chief operating officer',
  cto: 'chief technology officer',
  cio: 'chief information officer',
  ciso: 'chief information security officer',
  cmo: 'chief marketing officer',
  cro: 'chief revenue officer',
  cpo: 'chief product officer',
  chro: 'chief human resources officer',
  vp: 'vicepresident',
  avp: 'assistant vicepresident',
  svp: 'senior vicepresident',
  evp: 'executive vicepresident',
  md: 'managing director',
  gm: 'general manager',
  hr: 'human resources',
  it: 'information technology',
  mgr: 'manager',
  dir: 'director',
  sr: 'senior',
  jr: 'junior',
  asst: 'assistant',
  assoc: 'associate',
  eng: 'engineer',
  dev: 'developer',
  ops: 'operations',
  mktg: 'marketing',
  acct: 'accounting',
  bizdev: 'business development',
  programmer: 'developer',
  attorney: 'lawyer',
  coowner: 'owner',
}

const small: ReadonlySet<string> = new Set(['of', 'the', 'and', 'for', 'in', 'at', 'to', 'a'])

/** Expands a title's abbreviations: "VP, Mktg" and "Vice President of Marketing" become equal. Single spaces. */
export function expandTitle(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/\./g, '')
    .replace(/\bco-(?=founder|owner)/g, 'co')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = plain
    .split(' ')
    .map((word) => longOf[word] ?? word)
    .join(' ')
    .replace(/\bvice president\b/g, 'vicepresident')
  return words
    .split(' ')
    .filter((word) => word !== '' && !small.has(word))
    .join(' ')
}

/** Whether a title matches a wanted one: it contains all of its words, in any order. */
export function isTitle(title: string, titleWanted: string): boolean {
  const words = new Set(expandTitle(title).split(' '))
  const wantedTitle = expandTitle(titleWanted)
  return wantedTitle !== '' && wantedTitle.split(' ').every((word) => words.has(word))
}
