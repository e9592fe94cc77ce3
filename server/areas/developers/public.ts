export { authenticateDeveloper, findKnownDeveloper } from './authenticate-developer.ts'
