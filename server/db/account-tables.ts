export interface UsersTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  name: string;
  is_owner: number;
  /** Argon2id in PHC form; null for people who come by single sign-on only. */
  password_hash: string | null;
  /** The secret of the authenticator, encrypted; set before it is confirmed, too. */
  totp_sealed: string | null;
  totp_enabled_at: string | null;
  /** The 30 s step of the last code taken: no code serves twice. */
  totp_last_step: number | null;
  oidc_issuer: string | null;
  oidc_subject: string | null;
  created_at: string;
  last_seen_at: string | null;
  disabled_at: string | null;
}

export interface ConsoleSessionsTable {
  id: string;
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: string;
  method: 'password' | 'link' | 'oidc';
  created_at: string;
  last_seen_at: string;
  /** Moves while the session is used, up to `ends_at`. */
  expires_at: string;
  ends_at: string;
  ip_address: string | null;
  user_agent: string | null;
}

export interface InvitesTable {
  id: string;
  /** SHA-256 of the link's token, hex. */
  token_hash: string;
  purpose: 'set-up' | 'owner' | 'member' | 'reset';
  /** Null for a set-up link: the person who opens it gives an address. */
  email: string | null;
  /** Whose password is reset. */
  user_id: string | null;
  client_id: string | null;
  role: string | null;
  /** A reset that also takes a lost second factor away. */
  removes_totp: number;
  created_by: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  revoked_at: string | null;
}

export interface OidcFlowsTable {
  /** SHA-256 of the cookie's token, hex: only the browser that began a sign-in can finish it. */
  token_hash: string;
  state: string;
  nonce: string;
  /** PKCE. */
  verifier: string;
  return_to: string;
  expires_at: string;
}
