export function makeSbom(): {
  bomFormat: string
  metadata: { component: { type: string; name: string } }
  components: { name: string; version?: string; 'bom-ref'?: string }[]
}
