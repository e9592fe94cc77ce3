export { findOptedOut, findPersons, type FoundPerson, type FoundPersons } from './find-persons.ts'
export { activateImportJob, checkImportJob } from './import/run-import.ts'
export { removeImportFiles } from './import/remove-import-files.ts'
export { identityObjects } from './objects.ts'
