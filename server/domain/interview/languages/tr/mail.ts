import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: {role} için görüşme daveti',
    reminder: '{client}: {role} görüşmeniz sizi bekliyor',
    link: '{client}: {role} görüşmesi için yeni bağlantınız',
  },
  greeting: 'Merhaba {name},',
  greetingWithoutName: 'Merhaba,',
  invited: '{client} sizi şu görev için bir görüşmeye davet ediyor: {role}.',
  reminder: 'Görüşmenizi henüz yapmadınız. Bu tek hatırlatmadır.',
  newLink: 'Yeni bağlantınız burada. Önceki artık çalışmıyor.',
  open: 'Görüşmeyi aç',
  needed:
    'Soruları bir bilgisayar programı sorar, siz sesli yanıt verirsiniz. En fazla {minutes} dakika sürer. Sessiz bir yere, bir mikrofona ve bir tarayıcıya ihtiyacınız var. Başlamadan önce neyin kaydedildiğini okur ve hayır diyebilirsiniz.',
  until: 'Bağlantı şu ana kadar geçerlidir: {deadline}.',
  personal: 'Bağlantı yalnızca sizin içindir. Lütfen başkasına iletmeyin.',
  ask: 'Sorunuz mu var ya da bir engel nedeniyle başka bir biçime mi ihtiyacınız var? Sizi davet edenlere yazın.',
  contact:
    'Sorunuz mu var ya da bir engel nedeniyle başka bir biçime mi ihtiyacınız var? İletişim: {contact}',
  calendar: 'Görüşme için son an: {role}',
};
