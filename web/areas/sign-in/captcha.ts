import type { CaptchaTask, RecaptchaTask } from '#contract/sign-in/captcha.ts'
import { CallFailure } from '../../api/failure.ts'
import { sendJson } from '../../api/request.ts'

/** Solves the server's proof-of-humanity challenge invisibly. The code for it is loaded on demand. */
export async function solveCaptcha(): Promise<string> {
  const task = await sendJson<CaptchaTask | RecaptchaTask>({ method: 'GET', path: '/captcha', sealed: false })
  if (task.kind === 'altcha') return solveTask(task)
  const { recaptchaToken } = await import('./recaptcha.ts')
  return recaptchaToken(task)
}

/** Proof of work that takes about half a second. */
async function solveTask(task: CaptchaTask): Promise<string> {
  const { solveChallenge } = await import('altcha-lib/v1')
  const { algorithm, challenge, salt, signature, maxnumber } = task
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  return btoa(JSON.stringify({ algorithm, challenge, salt, signature, number: solution?.number }))
}

/** Sends the request and, if the server requires a captcha, retries once with its token. */
export async function withCaptcha<Answer>(send: (captchaToken?: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.fields['captchaToken']) throw error
    return send(await solveCaptcha())
  }
}
