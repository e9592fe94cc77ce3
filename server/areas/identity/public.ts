export { countComplete, countCompleteByState } from './count-complete.ts'
export { countSearching, findPhrases } from './signals/count-searching.ts'
export { readSignalsOf } from './signals/read-signals-of.ts'
export { hashesOfEmail, spellingsOf } from './email-hashes.ts'
export { readHash } from './read-hash.ts'
export { findOptedOut, findOwners, findPersons, type FoundPerson, type FoundPersons } from './find-persons.ts'
export { importJobs } from './import/run-import.ts'
export type { FindExcluded } from './import/find-opted-out.ts'
export { removeImportFiles } from './import/remove-import-files.ts'
export { findPhoneOwners } from './find-phone-owners.ts'
export { findContacts, type Contact } from './employers/find-contacts.ts'
export { addressesIn, readAddresses, type Address } from './read-addresses.ts'
export { readEmployerRanges, type EmployerRange } from './employers/read-ranges.ts'
export { readInformation, readWork, type Work } from './read-information.ts'
export { identityObjects } from './objects.ts'
export {
  hasPendingSignals,
  readNewSignals,
  readPhrases,
  type Signal,
  type SignalWatermark,
  type SignalPhrase,
} from './signals/read-signals.ts'
export { countSearchers, type HomePlaces } from './signals/count-searchers.ts'
export { dropOldSignals, makeSignalDays } from './signals/signal-days.ts'
export { stemsOf, topicPrefix } from './signals/stems.ts'
export { packSearchers, packSearchersJob } from './signals/pack-searchers.ts'
export { writeSignals, type NewSignal } from './signals/write-signals.ts'
export { isSensitive } from './topics/is-sensitive.ts'
export { findTopics, topics } from './topics/topics.ts'
export { samplePersons } from './sample-persons.ts'
