export { createCallLog } from './call-log.ts'
export { authenticateDeveloper, findKnownDeveloper } from './authenticate-developer.ts'
