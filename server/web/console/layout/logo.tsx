interface LogoProps {
  size?: number;
}

/** The hallmark: a stamp with the trace of a voice in it. */
export function Logo({ size = 28 }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M16 5.6 24.6 10.6v10.8L16 26.4 7.4 21.4V10.6Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M11.6 16.4v2.2M16 12.2v7.6M20.4 14.4v4.2"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
