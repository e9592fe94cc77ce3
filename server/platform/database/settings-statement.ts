import pg from 'pg'

/** The settings of a connection's options, `-c name=value …`, as one statement for a pooler that takes no options. */
export function settingsStatement(options: string): string | null {
  const settings = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g)]
  if (settings.length === 0) return null
  const calls = settings.map(([, name, value]) => {
    const texts = [name!.replaceAll('-', '_'), value!.replaceAll(/\\(.)/g, '$1')].map((text) => pg.escapeLiteral(text))
    return `set_config(${texts.join(', ')}, false)`
  })
  return `select ${calls.join(', ')}`
}
