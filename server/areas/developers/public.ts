export { answerInSandbox } from './sandbox/answer-in-sandbox.ts'
export { createCallLog } from './call-log.ts'
export { authenticateDeveloper, findKnownDeveloper } from './authenticate-developer.ts'
