import { createRequire } from 'node:module'

type Parse = (this: unknown, path: string, options: object) => unknown

/**
 * dependency-cruiser makes swc parse every file as TypeScript without JSX, and has no option to change that. This
 * parses files that fail a second time with JSX.
 */
export function readJsxToo(): void {
  const { Compiler } = createRequire(import.meta.url)('@swc/core') as {
    Compiler: { prototype: { parseFileSync: Parse } }
  }
  const { parseFileSync } = Compiler.prototype
  Compiler.prototype.parseFileSync = function parseWithJsx(path, options) {
    try {
      return parseFileSync.call(this, path, options)
    } catch {
      return parseFileSync.call(this, path, { ...options, tsx: true })
    }
  }
}
