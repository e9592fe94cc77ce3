export { checkTie } from './check-tie.ts'
