import { escape, frame } from './frame.ts'

/** One message as its reader sees it. Its HTML is shown in a fully sandboxed frame. */
export const mailPage = (mail: { to: string; from: string; subject: string; html: string }): string =>
  frame(
    mail.subject,
    style,
    `<main><p><a href="/#mailbox">Back to the demo desk</a></p><h1>${escape(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escape(mail.from)}</dd><dt>To</dt><dd>${escape(mail.to)}</dd></dl>
<iframe title="Message" sandbox srcdoc="${escape(mail.html)}"></iframe></main>`,
  )

const style = `
main{max-width:52rem;margin:0 auto;padding:2rem 1.25rem 3rem}
h1{font-size:1.35rem;line-height:1.3;margin:1rem 0 .75rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem .9rem;margin-bottom:1.25rem}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;min-height:68vh;border:1px solid var(--line);border-radius:10px;background:#fff}
`
