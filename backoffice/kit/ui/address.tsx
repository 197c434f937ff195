import { Fragment } from 'react'

/** An e-mail address that breaks only before its @ and its dots. */
export const Address = ({ of }: { readonly of: string }) =>
  of.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay where they are
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
