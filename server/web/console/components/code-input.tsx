import { TextInput, type TextInputProps } from '@mantine/core';

interface CodeInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Letters are welcome, too. */
  isRecovery?: boolean;
}

/** The six digits of an authenticator app, which phones offer to fill in, or a recovery code. */
export function CodeInput({ isRecovery = false, onChange, ...input }: CodeInputProps) {
  return (
    <TextInput
      required
      withAsterisk={false}
      autoFocus
      name="code"
      spellCheck={false}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      styles={{
        input: {
          fontFamily: 'var(--mantine-font-family-monospace)',
          letterSpacing: isRecovery ? '0.05em' : '0.3em',
        },
      }}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
