/** Bundles entry points (name: file) into a folder as ES modules for Node. */
export function bundleServer(entryPoints: Record<string, string>, outdir: string): Promise<unknown>
