import { ageBands, type Trait } from '#contract/audiences/definition.ts'
import { domainFrom } from '#contract/campaigns/module-fields/b2b.ts'
import { departmentOf, industryOf, seniorityOf, sizeOf } from '#contract/campaigns/profile/read-kinds.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import type { Work } from '#server/areas/identity/read-information.ts'

interface TraitReader {
  /** The kinds of information it is read from, in addition to the person record. */
  needs: readonly string[]
  read(person: FoundPerson, known: Work): string | null
}

const factOf = (work: Work, kind: string): string => work.get(kind) ?? ''

/** The band in which a text such as "25-34", "65+" or "41" starts. */
function ageBandOf(text: string): string | null {
  const first = /\d+/.exec(text)
  return (first && ageBands.findLast((band) => Number(first[0]) >= Number.parseInt(band, 10))) ?? null
}

const genderOf = (text: string): string | null => (/^\s*f/i.test(text) ? 'female' : /^\s*m/i.test(text) ? 'male' : null)

/** A person's trait in the vocabulary of conditions; null if unknown. */
export const traitReaders: Readonly<Record<Trait, TraitReader>> = {
  state: { needs: [], read: ({ state }) => state },
  city: { needs: [], read: ({ city }) => city },
  zip: { needs: [], read: ({ zip }) => zip },
  age: { needs: ['age_band'], read: (_person, work) => ageBandOf(factOf(work, 'age_band')) },
  gender: { needs: ['gender'], read: (_person, work) => genderOf(factOf(work, 'gender')) },
  industry: {
    needs: ['naics', 'industry'],
    read: (_person, work) => industryOf(factOf(work, 'naics'), factOf(work, 'industry')),
  },
  company_size: { needs: ['employee_band'], read: (_person, work) => sizeOf(factOf(work, 'employee_band')) },
  seniority: {
    needs: ['seniority', 'job_title'],
    read: (_person, work) => seniorityOf(factOf(work, 'seniority'), factOf(work, 'job_title')),
  },
  department: {
    needs: ['department', 'job_title'],
    read: (_person, work) => departmentOf(factOf(work, 'department'), factOf(work, 'job_title')),
  },
  company: { needs: ['company_domain'], read: (_person, work) => domainFrom(factOf(work, 'company_domain')) },
}

/** Normalizes a value for comparison; cities and domains are case-insensitive. */
export const comparable = (trait: Trait, value: string): string =>
  trait === 'company' ? (domainFrom(value) ?? value.toLowerCase()) : value.trim().toLowerCase()
