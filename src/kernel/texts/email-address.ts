/** One e-mail address, the same rule for forms, settings and registers. */
export const isEmail = (value: string) =>
  value.length <= 254 &&
  /^[^\s@<>(),;:\\"[\]\p{Cc}]{1,64}@[^\s@<>(),;:\\"[\]\p{Cc}]+\.[^\s@.<>(),;:\\"[\]\p{Cc}]{2,}$/u.test(value)

/** An address, or a name with one: `Parvis <parvis@example.fr>`. */
export const isMailbox = (value: string) => isEmail(/^[^<>\r\n,;]*<([^<>]+)>$/.exec(value)?.[1] ?? value)
