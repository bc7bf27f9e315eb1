/** Given and family names of twenty cultures as CVs write them; no real people. */
const cultures: Readonly<Record<string, readonly [given: string, family: string]>> = {
  American: ['Tonya|Marcus|Shaniqua|Brad|Lindsey', 'Bell|Washington|Cook|Jefferson'],
  British: ['Alistair|Gemma|Nigel|Siobhan|Rhys', "O'Brien|Fletcher|Ashworth-Hale|MacLeod"],
  German: ['Jürgen|Heike|Lukas|Annegret|Björn', 'Müller|von Stetten|Schäfer|Weiß'],
  French: ['Benoît|Aurélie|Jean-Luc|Maëlle|Thierry', 'Lefèvre|de la Tour|Dubois|D’Amboise'],
  Spanish: ['José|María José|Íñigo|Lucía|Ramón', 'García Márquez|de la Cruz|Núñez|Ortega y Gasset'],
  Portuguese: ['João|Conceição|Thiago|Inês|Rafael', 'da Silva|dos Santos|Gonçalves|Araújo'],
  Italian: ['Giuseppe|Chiara|Niccolò|Alessia|Dario', 'Rossi|Della Valle|De Luca|Esposito'],
  Dutch: ['Sjoerd|Anneke|Willem|Femke|Daan', 'van der Berg|de Vries|Jansen|ter Horst'],
  Polish: ['Łukasz|Agnieszka|Wojciech|Żaneta|Michał', 'Kowalski|Wiśniewska|Dąbrowski|Zając'],
  Russian: ['Алексей|Екатерина|Дмитрий|Ольга|Сергей', 'Иванов|Петрова|Кузнецов|Соколова'],
  Serbian: ['Đorđe|Snežana|Miloš|Јелена|Никола', 'Petrović|Јовановић|Đukić|Nikolić'],
  Turkish: ['İbrahim|Ayşe|Oğuz|Şeyma|Emre', 'Yılmaz|Çelik|Öztürk|Şahin'],
  Arabic: ['محمد|فاطمة|Omar|Khadija|Abdul Rahman', 'الأحمد|Al-Fayed|bin Rashid|Haddad'],
  Indian: ['Priya|Arjun|लक्ष्मी|Sanjay|Venkatesh', 'Krishnamurthy|Patel|शर्मा|Iyer'],
  Chinese: ['Xiaoming|Mei-Ling|Wei|Jiahui|Tao', 'Wang|Zhang|Ouyang|Li'],
  Japanese: ['Haruto|Sakura|Kenji|Yūko|Takumi', 'Tanaka|Yamamoto|Ōno|Suzuki'],
  Korean: ['Min-jun|Seo-yeon|Ji-hoon|Hye-jin|Dong-hyun', 'Kim|Park|Choi|Jeong'],
  Vietnamese: ['Minh Anh|Thảo|Quốc Bảo|Hương|Đức', 'Nguyễn|Trần|Phạm|Lê'],
  Nigerian: ['Chukwuemeka|Adaeze|Olúwaseun|Ngozi|Babatunde', 'Okonkwo|Adéyẹmí|Eze|Obi'],
  Polynesian: ['Kaʻiulani|Tāne|Leilani|Sione|Moana', 'Kealoha|Tuʻipulotu|Ngata|Faʻasavalu'],
};

/** Ten names of each. */
export const syntheticNames: readonly { name: string; culture: string }[] = Object.entries(cultures).flatMap(
  ([culture, [given, family]]) =>
    Array.from({ length: 10 }, (_, n) => ({
      name: `${given.split('|')[n % 5]} ${family.split('|')[(n + Math.floor(n / 5)) % 4]}`,
      culture,
    })),
);

const plain: Record<string, string> = { ł: 'l', đ: 'd', ß: 'ss', ø: 'o', ı: 'i', ʻ: '', ц: 'c' };

/** As it stands in an address: Latin letters without accents; empty where it has none. */
export const addressOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[łđßøıʻ]/g, (letter) => plain[letter]!)
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.');
