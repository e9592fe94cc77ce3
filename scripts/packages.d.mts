export interface InstalledPackage {
  folder: string
  name: string
  version: string
  license: string | undefined
}
export function productionPackages(): InstalledPackage[]
export function closureOf(names: readonly string[]): string[]
