import { Fragment } from 'react'

const LONG = 24

/** An e-mail address that breaks before its @; what is long also before its dots. */
export const Address = ({ of }: { readonly of: string }) =>
  of
    .split(/(?=@)/)
    .flatMap(part => (part.length > LONG ? part.split(/(?=\.)/) : [part]))
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay where they are
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))
