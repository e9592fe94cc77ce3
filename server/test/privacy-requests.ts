import { privacyRequestsPath } from '#contract/privacy/choices-path.ts'
import type { Mailbox } from '#demo/mailbox.ts'
import type { TestApp } from './app.ts'
import type { TestDatabase } from './harness.ts'
import { runJobs } from './run-jobs.ts'

/** What somebody without an account does on the requests page. Each form comes from a network of its own: one network may send few. */
export function requestsPage(db: TestDatabase, http: TestApp, mailbox: Mailbox) {
  let networks = 0
  const send = (fields: Record<string, string>, host?: string) =>
    http.anonymous(host).inject({
      method: 'POST',
      url: privacyRequestsPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: `203.0.${++networks % 250}.7`,
    })
  const ask = async (fields: { email: string; kind?: string; state?: string; agent?: string; permission?: string }) => {
    const answer = await send({ step: 'start', ...fields })
    await runJobs(db, http.platform)
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mailbox.messages()[0]!.text)![0]
    return {
      number: /(?:name="number" value="|has the number [^0-9A-Z]?)([0-9A-Z]{10})/.exec(answer.body)![1]!,
      code,
      answer,
    }
  }
  const prove = async (fields: { email: string; kind?: string; state?: string }) => {
    const { number, code } = await ask(fields)
    const { body } = await send({ step: 'prove', number, code })
    return { number, key: /<code dir="ltr">([0-9A-Z-]{19})<\/code>/.exec(body)![1]!, body }
  }
  return { send, ask, prove }
}
