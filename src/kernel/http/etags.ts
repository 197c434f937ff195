/** Weak comparison, as HTTP prescribes it for If-None-Match. */
export const isKnown = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some(one => strong(one.trim()) === strong(etag)))
const strong = (etag: string) => etag.replace(/^W\//, '')
