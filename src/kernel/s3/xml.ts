/** The store is the operator's own, and its answers have one form: no reader of XML is asked for them. */
export const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, sign: keyof typeof SIGNS) => SIGNS[sign])
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const
