import { inflateSync } from 'node:zlib'

/** Everything readable in a PDF by pdfkit: its objects and metadata, and its text decoded from each font's glyphs. */
export function readPdf(file: Buffer): string {
  const plain = file.toString('latin1')
  const streams = [...plain.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    const start = index + head.length
    const bytes = file.subarray(start, file.indexOf('endstream', start))
    try {
      return [inflateSync(bytes).toString('latin1')]
    } catch {
      return []
    }
  })
  const fonts = streams.filter((text) => text.includes('beginbfrange') || text.includes('beginbfchar')).map(lettersOf)
  const glyphs = streams.flatMap((text) =>
    [...text.matchAll(/\[([^\]]*)\]\s*TJ/g)].map(([, parts]) => glyphsOf(parts!)),
  )
  const words = fonts.map((letters) =>
    glyphs.map((line) => line.map((id) => letters.get(id) ?? '').join('')).join('\n'),
  )
  return [plain, utf16Of(plain), ...streams, ...words].join('\n')
}

const glyphsOf = (parts: string): number[] =>
  [...parts.matchAll(/<([0-9a-fA-F]+)>/g)].flatMap(([, hex]) =>
    (hex!.match(/.{4}/g) ?? []).map((id) => Number.parseInt(id, 16)),
  )

/** Which letters a font's glyphs stand for, from its ToUnicode map: ranges with one list of letters each. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, from, list] of map.matchAll(/<([0-9a-f]+)>\s*<[0-9a-f]+>\s*\[([^\]]*)\]/gi)) {
    const targets = [...list!.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex]) => textOf(hex!))
    targets.forEach((text, at) => letters.set(Number.parseInt(from!, 16) + at, text))
  }
  return letters
}

const textOf = (hex: string): string =>
  (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

/** Metadata with non-ASCII characters is encoded as UTF-16. */
const utf16Of = (plain: string): string =>
  [...plain.matchAll(/\(\xfe\xff([^)]*)\)/g)].map(([, text]) => text!.replaceAll('\0', '')).join('\n')
