import './ensure-home.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { exportAgency, importAgency } from '#server/tenant/move-by-file.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run tenant -- export AGENCY FILE   writes all that belongs to one agency into an encrypted file
// npm run tenant -- import FILE          takes it in on another installation (docs/runbooks/move-an-agency.md)

const say = (text: string): void => console.error(text)

async function run([command, ...rest]: string[]): Promise<void> {
  const [first, file] = rest
  if (command === 'export' && first && file) {
    await exportAgency(configOrExit(), first, file, say)
    return console.log(`${file} has the agency ${first}. Import it on the other side, then remove the agency here.`)
  }
  if (command !== 'import' || !first || file)
    throw new StartProblem('Say what to do: npm run tenant -- export AGENCY FILE, or npm run tenant -- import FILE.')
  const { name, agency_id, made_at, problems } = await importAgency(configOrExit(), first, say)
  console.log(`The agency ${name} (${agency_id}) is here as it was at ${made_at}.`)
  if (problems.length === 0) return console.log('The doctor found no problem.')
  say(problems.join('\n'))
  process.exitCode = 1
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  say(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
})
