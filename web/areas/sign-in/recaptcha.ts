import type { RecaptchaTask } from '#contract/sign-in/captcha.ts'
import { styleNonce } from '../../session/boot.ts'

type ScriptAddress = string & { readonly isScriptAddress: true }
type RecaptchaWindow = Window & {
  grecaptcha?: {
    ready: (run: () => void) => void
    execute: (key: string, options: { action: string }) => PromiseLike<string>
  }
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => ScriptAddress }
  }
}

const page = (): RecaptchaWindow => window as unknown as RecaptchaWindow
let loading: Promise<void> | undefined

/** Loads Google's script once, if the operator has reCAPTCHA keys; only then does the page's CSP allow it. */
const load = (address: string): Promise<void> =>
  (loading ??= new Promise<void>((resolve, reject) => {
    const { trustedTypes } = page()
    const policy = trustedTypes?.createPolicy('recaptcha-script', { createScriptURL: (url) => url })
    const script = document.createElement('script')
    script.nonce = styleNonce()
    script.src = policy?.createScriptURL(address) ?? address
    script.onload = () => resolve()
    script.onerror = () => reject(new TypeError('the reCAPTCHA script did not load'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  }))

/** A reCAPTCHA token with Google's score of the visitor: there is nothing to solve, and it is valid for two minutes. */
export async function recaptchaToken({ site_key, script_url, action }: RecaptchaTask): Promise<string> {
  await load(`${script_url}?render=${encodeURIComponent(site_key)}`)
  return new Promise((resolve, reject) => {
    const { grecaptcha } = page()
    if (!grecaptcha) return reject(new TypeError('the reCAPTCHA script is not available'))
    grecaptcha.ready(() => void grecaptcha.execute(site_key, { action }).then(resolve, reject))
  })
}
