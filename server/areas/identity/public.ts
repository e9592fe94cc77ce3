export { findOptedOut, findPersons, type FoundPerson, type FoundPersons } from './find-persons.ts'
