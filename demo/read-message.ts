/** A parsed email: as much of MIME as the product's own mail uses. */
export interface ParsedMail {
  headers: ReadonlyMap<string, string>
  text: string
  html: string
}

/** Parses a raw message: folded headers, encoded words, nested multiparts, quoted-printable and base64. */
export function readMessage(raw: string): ParsedMail {
  const { headers, body } = split(raw)
  const message: Message = { text: '', html: '', pictures: new Map() }
  collect(headers, body, message)
  const { text, html, pictures } = message
  return { headers, text, html: html.replaceAll(/cid:([\w-]+)/g, (whole, id: string) => pictures.get(id) ?? whole) }
}

interface Message {
  text: string
  html: string
  /** Attached pictures as data URLs, by their Content-ID. */
  pictures: Map<string, string>
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const text = raw.replaceAll('\r\n', '\n')
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  return { headers, body: end < 0 ? '' : text.slice(end + 2) }
}

function collect(headers: ReadonlyMap<string, string>, body: string, into: Message): void {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (/^multipart\//i.test(type) && boundary !== undefined) {
    for (const piece of body.split(`--${boundary}`).slice(1, -1)) {
      const part = split(piece.replace(/^\n/, '').replace(/\n$/, ''))
      collect(part.headers, part.body, into)
    }
    return
  }
  const pictureId = /^<([\w-]+)>$/.exec(headers.get('content-id') ?? '')?.[1]
  if (pictureId !== undefined && /^image\/png/i.test(type)) {
    into.pictures.set(pictureId, `data:image/png;base64,${body.replaceAll(/\s/g, '')}`)
    return
  }
  const text = decodeBody(body, (headers.get('content-transfer-encoding') ?? '').toLowerCase())
  if (/^text\/html/i.test(type)) into.html ||= text
  else if (/^text\/plain/i.test(type)) into.text ||= text
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll(/=\n/g, '')) : body
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes the encoded words of a header (RFC 2047), dropping white space between two of them. */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
