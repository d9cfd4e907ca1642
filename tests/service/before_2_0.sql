BEGIN TRANSACTION;
CREATE TABLE actions (
	game_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_actions PRIMARY KEY (game_id, version), 
	CONSTRAINT ck_actions_text CHECK (length(text) BETWEEN 1 AND 16), 
	CONSTRAINT ck_actions_version CHECK (version >= 1), 
	CONSTRAINT fk_actions_game_id FOREIGN KEY(game_id) REFERENCES games (id)
)
 WITHOUT ROWID

;
CREATE TABLE active_games (
	player_id BIGINT NOT NULL, 
	game_id BIGINT NOT NULL, 
	CONSTRAINT pk_active_games PRIMARY KEY (player_id), 
	CONSTRAINT fk_active_games_game_id_player_id FOREIGN KEY(game_id, player_id) REFERENCES games (id, player_id), 
	CONSTRAINT uq_active_games_game_id UNIQUE (game_id)
);
INSERT INTO "active_games" VALUES(81384788765712384,18);
INSERT INTO "active_games" VALUES(9223372036854775807,19);
INSERT INTO "active_games" VALUES(9,17);
INSERT INTO "active_games" VALUES(-1,20);
INSERT INTO "active_games" VALUES(-2,21);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0034');
CREATE TABLE careers (
	player_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	finished_at BIGINT NOT NULL, 
	tally TEXT NOT NULL, 
	CONSTRAINT pk_careers PRIMARY KEY (player_id)
);
CREATE TABLE channel_choices (
	guild_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	CONSTRAINT pk_channel_choices PRIMARY KEY (guild_id)
);
CREATE TABLE claims (
	name TEXT NOT NULL, 
	until BIGINT NOT NULL, 
	owner TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_claims PRIMARY KEY (name)
);
CREATE TABLE daily_deals (
	day DATE NOT NULL, 
	slot TEXT NOT NULL, 
	rules_id TEXT NOT NULL, 
	deal_number BIGINT NOT NULL, 
	attempt INTEGER NOT NULL, 
	par INTEGER NOT NULL, 
	chosen_at BIGINT NOT NULL, 
	goal TEXT, 
	CONSTRAINT pk_daily_deals PRIMARY KEY (day, slot), 
	CONSTRAINT ck_daily_deals_attempt CHECK (attempt >= 1), 
	CONSTRAINT ck_daily_deals_deal_number CHECK (deal_number >= 1), 
	CONSTRAINT ck_daily_deals_par CHECK (par >= 1)
);
INSERT INTO "daily_deals" VALUES('2026-05-01','headline','osmosis',9038365253194129690,4,218,1777636869000,NULL);
INSERT INTO "daily_deals" VALUES('2026-05-02','headline','nestor',5750114166797350646,6,26,1777723269000,NULL);
INSERT INTO "daily_deals" VALUES('2026-05-03','headline','russian',9119998898877119159,15,83,1777809669000,NULL);
CREATE TABLE daily_messages (
	guild_id BIGINT NOT NULL, 
	day DATE NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	shown TEXT NOT NULL, 
	version TEXT NOT NULL, 
	shown_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	CONSTRAINT pk_daily_messages PRIMARY KEY (guild_id, day)
);
INSERT INTO "daily_messages" VALUES(6,'2026-05-02',5,901,'shown','',1777723269000,NULL);
INSERT INTO "daily_messages" VALUES(6,'2026-05-03',5,902,'shown','',1777809669000,NULL);
CREATE TABLE daily_totals (
	player_id BIGINT NOT NULL, 
	days INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	unaided INTEGER NOT NULL, 
	perfect INTEGER NOT NULL, 
	moves INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	odds INTEGER NOT NULL, 
	undos INTEGER NOT NULL, 
	played_ms BIGINT NOT NULL, 
	CONSTRAINT pk_daily_totals PRIMARY KEY (player_id)
)
 WITHOUT ROWID

;
INSERT INTO "daily_totals" VALUES(81384788765712384,3,3,3,3,327,0,0,0,0);
INSERT INTO "daily_totals" VALUES(9223372036854775807,2,1,1,1,218,0,0,0,0);
CREATE TABLE games (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	player_id BIGINT NOT NULL, 
	rules_id TEXT NOT NULL, 
	deal_number BIGINT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT, 
	version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	moves INTEGER NOT NULL, 
	played_ms BIGINT NOT NULL, 
	created_at BIGINT NOT NULL, 
	updated_at BIGINT NOT NULL, 
	finished_at BIGINT, 
	hints INTEGER DEFAULT 0 NOT NULL, 
	winnable BOOLEAN DEFAULT 0 NOT NULL, 
	day DATE, 
	odds INTEGER DEFAULT 0 NOT NULL, 
	slot TEXT, 
	foundation_count INTEGER, 
	log TEXT, practice BOOLEAN DEFAULT 0 NOT NULL, opening TEXT, grade TEXT, ghost_id BIGINT, finished_log BLOB, 
	CONSTRAINT ck_games_finished_at CHECK ((finished_at IS NOT NULL) = (state IN ('won', 'given up'))), 
	CONSTRAINT ck_games_state CHECK (state IN ('playing', 'stuck', 'won', 'given up')), 
	CONSTRAINT ck_games_deal_number CHECK (deal_number >= 1), 
	CONSTRAINT ck_games_guild_id CHECK (guild_id IS NULL OR channel_id IS NOT NULL), 
	CONSTRAINT ck_games_moves CHECK (moves >= 0 AND moves <= version), 
	CONSTRAINT ck_games_played_ms CHECK (played_ms >= 0), 
	CONSTRAINT ck_games_version CHECK (version >= 0), 
	CONSTRAINT uq_games_id_player_id UNIQUE (id, player_id)
);
INSERT INTO "games" VALUES(1,81384788765712384,'saratoga',42,6,5,113,'won',111,9000,1777636800000,1777636809000,1777636809000,0,0,NULL,0,NULL,52,'',0,NULL,NULL,NULL,X'5D50390EC3300CFB4F000D3A6CCF1E3A74E92B8A8CED5014F97E25517580C010219A3A687792F97D3DDFB3933CEE37A531996C2AF1FCD43968E7005BFCD4C007AAEC2241A811E2331D5A40D26BBBCE41BA35471705B5C3C34A355703F70476C39E1D003EF704954CE5EFBDAD076881C6020B50DCC9129276DFD79144A09DC31A4741D0966B47469A5638E7025EE338A8A22485B42F70C65BFE493DEC5813145F94AEB940967FC1DD0F');
INSERT INTO "games" VALUES(2,81384788765712384,'saratoga',42,6,5,7,'playing',7,0,1777636869000,1777636869000,NULL,0,0,NULL,0,NULL,0,'6-2A3-7A1-4A3-1AsAsAsA',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(3,81384788765712384,'klondike',7,NULL,NULL,1,'given up',0,0,1777636869000,1777636869000,1777636869000,0,0,NULL,0,NULL,0,'',0,NULL,NULL,NULL,X'4BCF2C4B55282D700400');
INSERT INTO "games" VALUES(4,9223372036854775807,'phoenix',47,6,5,1,'playing',1,0,1777636869000,1777636869000,NULL,0,0,NULL,0,NULL,1,'4-f1A',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(5,9,'golf',8021099755236392174,6,5,0,'playing',0,0,1777636869000,1777636869000,NULL,0,0,NULL,0,NULL,NULL,'',1,'1: AS 5D AC QD 7D
2: TD 6D 2C 9S 6C
3: 8S 4H 2D QS 7H
4: 7S 8D 9D KS 8H
5: 6H KH JD JC QC
6: 3S 7C 2S 3H TS
7: 2H JS TC 5H TH
f1: JH
s: AD 3D 5C KD 6S KC 4D 3C 8C AH 5S 9C QH 4C 4S 9H',NULL,NULL,NULL);
INSERT INTO "games" VALUES(6,81384788765712384,'osmosis',9038365253194129690,6,5,218,'won',218,0,1777636869000,1777636869000,1777636869000,0,1,'2026-05-01',0,'headline',52,'',0,NULL,NULL,NULL,X'95904B0AC03008444F9485A317F032B94016BD7E5162209FB696C0E0E7E948502AB41DDF552AE5CB1BF4B296155DE88F73AA7D74F6E2D7183F8E21005F11117247E5C8CD7FA17C8B181482B92BCA5D60424A1691D5C8263C424778F60D9155C621236BD37FC88CDF');
INSERT INTO "games" VALUES(7,9223372036854775807,'osmosis',9038365253194129690,6,5,218,'won',218,0,1777636869000,1777636869000,1777636869000,0,1,'2026-05-01',0,'headline',52,'',0,NULL,NULL,NULL,X'95904B0AC03008444F9485A317F032B94016BD7E5162209FB696C0E0E7E948502AB41DDF552AE5CB1BF4B296155DE88F73AA7D74F6E2D7183F8E21005F11117247E5C8CD7FA17C8B181482B92BCA5D60424A1691D5C8263C424778F60D9155C621236BD37FC88CDF');
INSERT INTO "games" VALUES(8,81384788765712384,'nestor',5750114166797350646,6,5,26,'won',26,0,1777723269000,1777723269000,1777723269000,0,1,'2026-05-02',0,'headline',52,'',0,NULL,NULL,NULL,X'25CBB911C0400803C08288784DAA96E83FB0E0826506904C1C26131C0E9771A8ACA4DE8321E44392529DE66D9FCDD6135294CC15F7BC7C5DA728F81BC50F');
INSERT INTO "games" VALUES(9,9223372036854775807,'nestor',5750114166797350646,6,5,1,'given up',0,0,1777723269000,1777723269000,1777723269000,0,1,'2026-05-02',0,'headline',0,'',0,NULL,NULL,NULL,X'4BCF2C4B55282D700400');
INSERT INTO "games" VALUES(10,81384788765712384,'russian',9119998898877119159,6,5,83,'won',83,0,1777809669000,1777809669000,1777809669000,0,1,'2026-05-03',0,'headline',52,'',0,NULL,NULL,NULL,X'758FD90DC3300C43F71160A03A2CF757CB78FF114A2A6D8136C9879F6D8ABA726CAB20D6D80AA844E930A1A035C7920966E508A1D3F15730CAC6E14FC49D395464E195A20F88B44F1C45B28A3AAE1DE528A413D742C844B35D06F5D98DD97E3794B003DEE5FDEBF16EBCA070D0E0F4EF3DFED081240C5B184B7F60077AAAC6FC855F203916C085CFB0BBC0D9A797883BBC00');
INSERT INTO "games" VALUES(11,9223372036854775807,'russian',9119998898877119159,6,5,1,'playing',1,0,1777809669000,1777809669000,NULL,0,1,'2026-05-03',0,'headline',1,'6-f2A',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(12,81384788765712384,'saratoga',42,6,5,111,'won',111,0,1777896069000,1777896069000,1777896069000,0,1,NULL,0,NULL,52,'',0,NULL,NULL,NULL,X'5D504B0E052108BBCF242E003F6B2F3317780BAFFF2865986462A8D4225467D36D6D6D69DD77D9BF5CA7DD02E8C55F8D7CB1AA7F240AD902BD1D0620E8F7BAEDD5EC1A8E2E2A6B97474FB5BB0ABC03644F648720EF1C508D541FEFA31E600986011D603CD312824E9F379920785D604D50003A62EC8A08D346E79220D54E408D2521847DA533B9E24FF261A73A18BF285C4B82967FE5D91F');
INSERT INTO "games" VALUES(13,9223372036854775807,'saratoga',42,6,5,5,'playing',5,0,1777896069000,1777896069000,NULL,0,1,NULL,0,NULL,0,'6-2A3-7A1-4A3-1AsA',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(14,9,'saratoga',42,6,5,0,'playing',0,0,1777896069000,1777896069000,NULL,0,1,NULL,0,NULL,0,'',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(15,81384788765712384,'saratoga',42,6,5,3,'playing',3,0,1777896069000,1777896069000,NULL,0,1,NULL,0,NULL,0,'6-2A3-7A1-4A',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(16,9223372036854775807,'saratoga',42,6,5,0,'playing',0,0,1777896069000,1777896069000,NULL,0,1,NULL,0,NULL,0,'',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(17,9,'saratoga',42,6,5,0,'playing',0,0,1777896069000,1777896069000,NULL,0,1,NULL,0,NULL,0,'',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(18,81384788765712384,'saratoga',42,6,5,111,'won',111,0,1777896069000,1777896069000,1777896069000,0,1,NULL,0,NULL,52,'',0,NULL,NULL,NULL,X'5D504B0E052108BBCF242E003F6B2F3317780BAFFF2865986462A8D4225467D36D6D6D69DD77D9BF5CA7DD02E8C55F8D7CB1AA7F240AD902BD1D0620E8F7BAEDD5EC1A8E2E2A6B97474FB5BB0ABC03644F648720EF1C508D541FEFA31E600986011D603CD312824E9F379920785D604D50003A62EC8A08D346E79220D54E408D2521847DA533B9E24FF261A73A18BF285C4B82967FE5D91F');
INSERT INTO "games" VALUES(19,9223372036854775807,'golf',42,6,5,0,'playing',0,0,1777896069000,1777896069000,NULL,0,1,NULL,0,NULL,NULL,'',0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(20,-1,'saratoga',42,6,77,0,'playing',0,0,1777896129000,1777896129000,NULL,0,1,NULL,0,NULL,NULL,'',1,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(21,-2,'saratoga',42,6,78,3,'playing',3,0,1777896129000,1777896129000,NULL,0,1,NULL,0,NULL,0,'6-2A3-7A1-4A',1,NULL,NULL,NULL,NULL);
CREATE TABLE guild_players (
	guild_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	CONSTRAINT pk_guild_players PRIMARY KEY (guild_id, player_id)
)
 WITHOUT ROWID

;
INSERT INTO "guild_players" VALUES(6,9);
INSERT INTO "guild_players" VALUES(6,81384788765712384);
INSERT INTO "guild_players" VALUES(6,9223372036854775807);
CREATE TABLE guild_preferences (
	guild_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_guild_preferences PRIMARY KEY (guild_id, name)
);
INSERT INTO "guild_preferences" VALUES(6,'daily_channel','5');
INSERT INTO "guild_preferences" VALUES(6,'language','de');
CREATE TABLE guild_tallies (
	guild_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	rules_id TEXT NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	CONSTRAINT pk_guild_tallies PRIMARY KEY (guild_id, player_id, rules_id)
)
 WITHOUT ROWID

;
INSERT INTO "guild_tallies" VALUES(6,81384788765712384,'nestor',1,1);
INSERT INTO "guild_tallies" VALUES(6,81384788765712384,'osmosis',1,1);
INSERT INTO "guild_tallies" VALUES(6,81384788765712384,'russian',1,1);
INSERT INTO "guild_tallies" VALUES(6,81384788765712384,'saratoga',3,3);
INSERT INTO "guild_tallies" VALUES(6,9223372036854775807,'osmosis',1,1);
CREATE TABLE guilds (
	guild_id BIGINT NOT NULL, 
	locale TEXT NOT NULL, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild_id)
);
CREATE TABLE installation (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_installation PRIMARY KEY (name)
);
INSERT INTO "installation" VALUES('database','afe5271e44012a4d7cabea93c0f07cb6');
CREATE TABLE last_seen (
	player_id BIGINT NOT NULL, 
	day DATE NOT NULL, 
	delete_on DATE, 
	CONSTRAINT pk_last_seen PRIMARY KEY (player_id)
);
INSERT INTO "last_seen" VALUES(81384788765712384,'2026-05-04',NULL);
INSERT INTO "last_seen" VALUES(9223372036854775807,'2026-05-04',NULL);
INSERT INTO "last_seen" VALUES(9,'2026-05-04',NULL);
CREATE TABLE live_boards (
	game_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	CONSTRAINT pk_live_boards PRIMARY KEY (game_id), 
	CONSTRAINT fk_live_boards_game_id_games FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "live_boards" VALUES(19,6,5,4242);
CREATE TABLE outbox (
	name TEXT NOT NULL, 
	player_id BIGINT, 
	begun_at BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	claimed_until BIGINT NOT NULL, 
	sent_at BIGINT, 
	CONSTRAINT pk_outbox PRIMARY KEY (name)
);
CREATE TABLE player_names (
	player_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_player_names PRIMARY KEY (player_id)
);
INSERT INTO "player_names" VALUES(81384788765712384,'Ann');
INSERT INTO "player_names" VALUES(9223372036854775807,'Bob');
INSERT INTO "player_names" VALUES(9,'Eve');
CREATE TABLE player_preferences (
	player_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_player_preferences PRIMARY KEY (player_id, name)
);
INSERT INTO "player_preferences" VALUES(81384788765712384,'theme','dark');
INSERT INTO "player_preferences" VALUES(81384788765712384,'tap','best');
INSERT INTO "player_preferences" VALUES(81384788765712384,'may_be_challenged','no');
INSERT INTO "player_preferences" VALUES(81384788765712384,'house:klondike.draw-2','yes');
CREATE TABLE racers (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	race_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	joined_at BIGINT, 
	game_id BIGINT, 
	started_at BIGINT, 
	deadline BIGINT, 
	outcome TEXT, 
	foundation_count INTEGER, 
	moves INTEGER, 
	undos INTEGER, 
	hints INTEGER, 
	odds INTEGER, 
	ended_at BIGINT, 
	place INTEGER, 
	CONSTRAINT ck_racers_outcome CHECK (outcome IN ('won', 'unfinished', 'given up', 'left', 'declined')), 
	CONSTRAINT ck_racers_ended_at CHECK ((ended_at IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_racers_hints CHECK ((hints IS NULL) = (foundation_count IS NULL)), 
	CONSTRAINT ck_racers_moves CHECK ((moves IS NULL) = (foundation_count IS NULL)), 
	CONSTRAINT ck_racers_odds CHECK ((odds IS NULL) = (foundation_count IS NULL)), 
	CONSTRAINT ck_racers_deadline CHECK ((started_at IS NULL) = (deadline IS NULL)), 
	CONSTRAINT ck_racers_undos CHECK ((undos IS NULL) = (foundation_count IS NULL)), 
	CONSTRAINT ck_racers_foundation_count CHECK (foundation_count IS NULL OR (outcome IS NOT NULL AND started_at IS NOT NULL)), 
	CONSTRAINT ck_racers_place CHECK (place IS NULL OR (place >= 1 AND outcome IS NOT NULL)), 
	CONSTRAINT ck_racers_game_id CHECK (player_id <> 0 OR game_id IS NULL), 
	CONSTRAINT fk_racers_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_racers_race_id_races FOREIGN KEY(race_id) REFERENCES races (id), 
	CONSTRAINT uq_racers_game_id UNIQUE (game_id)
);
INSERT INTO "racers" VALUES(1,1,81384788765712384,1777896069000,12,1777896069000,1777899669000,'won',52,111,0,0,0,1777896069000,1);
INSERT INTO "racers" VALUES(2,1,9223372036854775807,1777896069000,13,1777896069000,1777899669000,'left',0,5,0,0,0,1777896069000,2);
INSERT INTO "racers" VALUES(3,1,9,1777896069000,14,1777896069000,1777899669000,'left',0,0,0,0,0,1777896069000,3);
INSERT INTO "racers" VALUES(4,2,81384788765712384,1777896069000,15,1777896069000,1777899669000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(5,2,9223372036854775807,1777896069000,16,1777896069000,1777899669000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(6,2,9,1777896069000,17,1777896069000,1777899669000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(7,3,9,1777896069000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(8,4,9,1777896069000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(9,4,9223372036854775807,NULL,NULL,NULL,NULL,'declined',NULL,NULL,NULL,NULL,NULL,1777896069000,NULL);
INSERT INTO "racers" VALUES(10,5,9223372036854775807,1777896069000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(11,5,9,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE races (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	challenge_id BIGINT, 
	by_invitation BOOLEAN NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT, 
	message_id BIGINT, 
	rules_id TEXT NOT NULL, 
	time_limit_ms BIGINT NOT NULL, 
	hints BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, 
	deadline BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	deal_number BIGINT, 
	ended_at BIGINT, 
	announced_at BIGINT, 
	posted_version INTEGER NOT NULL, 
	posted_at BIGINT, 
	rated_at BIGINT, pinged_at BIGINT, told_at BIGINT, 
	CONSTRAINT ck_races_deal_number CHECK ((deal_number IS NOT NULL) = (state IN ('running', 'finished'))), 
	CONSTRAINT ck_races_ended_at CHECK ((ended_at IS NULL) = (state IN ('open', 'running'))), 
	CONSTRAINT ck_races_state CHECK (state IN ('open', 'running', 'finished', 'closed')), 
	CONSTRAINT ck_races_guild_id CHECK (guild_id IS NULL OR channel_id IS NOT NULL), 
	CONSTRAINT uq_races_challenge_id UNIQUE (challenge_id)
);
INSERT INTO "races" VALUES(1,NULL,0,6,5,NULL,'saratoga',3600000,0,1777896069000,1777982469000,'finished',42,1777896069000,NULL,0,NULL,1795948785530,NULL,NULL);
INSERT INTO "races" VALUES(2,NULL,0,6,5,4241,'saratoga',3600000,0,1777896069000,1777982469000,'running',42,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "races" VALUES(3,NULL,0,6,7,NULL,'golf',3600000,0,1777896069000,1777897869000,'open',NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "races" VALUES(4,NULL,1,NULL,NULL,NULL,'saratoga',86400000,0,1777896069000,1777982469000,'closed',NULL,1777896069000,1777896069000,0,NULL,NULL,NULL,NULL);
INSERT INTO "races" VALUES(5,NULL,1,NULL,NULL,NULL,'golf',86400000,0,1777896069000,1777982469000,'open',NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE ratings (
	player_id BIGINT NOT NULL, 
	scope BIGINT NOT NULL, 
	races INTEGER NOT NULL, 
	race_id BIGINT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (player_id, scope, races), 
	CONSTRAINT ck_ratings_races CHECK (races >= 1), 
	CONSTRAINT ck_ratings_sigma CHECK (sigma > 0), 
	CONSTRAINT uq_ratings_race_id_scope_player_id UNIQUE (race_id, scope, player_id)
);
INSERT INTO "ratings" VALUES(81384788765712384,0,1,1,2.78690486807494259831e+01,8.20524337739799314306e+00,1777896069000);
INSERT INTO "ratings" VALUES(9223372036854775807,0,1,1,2.57172621701873573831e+01,8.0582242228023783781e+00,1777896069000);
INSERT INTO "ratings" VALUES(9,0,1,1,2.14136891490632166315e+01,8.0582242228023783781e+00,1777896069000);
INSERT INTO "ratings" VALUES(81384788765712384,6,1,1,2.78690486807494259831e+01,8.20524337739799314306e+00,1777896069000);
INSERT INTO "ratings" VALUES(9223372036854775807,6,1,1,2.57172621701873573831e+01,8.0582242228023783781e+00,1777896069000);
INSERT INTO "ratings" VALUES(9,6,1,1,2.14136891490632166315e+01,8.0582242228023783781e+00,1777896069000);
CREATE TABLE reminders (
	player_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	hour INTEGER NOT NULL, 
	time_zone TEXT NOT NULL, 
	language TEXT NOT NULL, 
	due_at BIGINT, 
	told_day DATE, 
	channel_id BIGINT, 
	refused_at BIGINT, 
	CONSTRAINT pk_reminders PRIMARY KEY (player_id, kind), 
	CONSTRAINT ck_reminders_kind CHECK (kind IN ('day', 'streak')), 
	CONSTRAINT ck_reminders_hour CHECK (hour BETWEEN 0 AND 23)
);
INSERT INTO "reminders" VALUES(81384788765712384,'day',18,'Europe/Berlin','de',1777910400000,NULL,NULL,NULL);
INSERT INTO "reminders" VALUES(9223372036854775807,'streak',21,'UTC','en',1777928400000,NULL,NULL,NULL);
CREATE TABLE removed_guilds (
	guild_id BIGINT NOT NULL, 
	removed_at BIGINT NOT NULL, 
	CONSTRAINT pk_removed_guilds PRIMARY KEY (guild_id)
);
CREATE TABLE results (
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	rules_id TEXT NOT NULL, 
	deal_number BIGINT NOT NULL, 
	guild_id BIGINT, 
	state TEXT NOT NULL, 
	moves INTEGER NOT NULL, 
	played_ms BIGINT NOT NULL, 
	undos INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	winnable BOOLEAN NOT NULL, 
	started_at BIGINT NOT NULL, 
	finished_at BIGINT NOT NULL, 
	daily DATE, 
	odds INTEGER DEFAULT 0 NOT NULL, 
	extra_day DATE, 
	extra_slot TEXT, 
	goal_met BOOLEAN, 
	CONSTRAINT pk_results PRIMARY KEY (game_id), 
	CONSTRAINT ck_results_state CHECK (state IN ('won', 'given up')), 
	CONSTRAINT fk_results_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_results_daily_player_id UNIQUE (daily, player_id)
);
INSERT INTO "results" VALUES(1,81384788765712384,'saratoga',42,6,'won',111,9000,1,0,0,1777636800000,1777636809000,NULL,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(3,81384788765712384,'klondike',7,NULL,'given up',0,0,0,0,0,1777636869000,1777636869000,NULL,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(6,81384788765712384,'osmosis',9038365253194129690,6,'won',218,0,0,0,1,1777636869000,1777636869000,'2026-05-01',0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(7,9223372036854775807,'osmosis',9038365253194129690,6,'won',218,0,0,0,1,1777636869000,1777636869000,'2026-05-01',0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(8,81384788765712384,'nestor',5750114166797350646,6,'won',26,0,0,0,1,1777723269000,1777723269000,'2026-05-02',0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(9,9223372036854775807,'nestor',5750114166797350646,6,'given up',0,0,0,0,1,1777723269000,1777723269000,'2026-05-02',0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(10,81384788765712384,'russian',9119998898877119159,6,'won',83,0,0,0,1,1777809669000,1777809669000,'2026-05-03',0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(12,81384788765712384,'saratoga',42,6,'won',111,0,0,0,1,1777896069000,1777896069000,NULL,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(18,81384788765712384,'saratoga',42,6,'won',111,0,0,0,1,1777896069000,1777896069000,NULL,0,NULL,NULL,NULL);
CREATE TABLE session_starts (
	application_id BIGINT NOT NULL, 
	shard INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	bucket INTEGER NOT NULL, 
	process TEXT NOT NULL, 
	CONSTRAINT pk_session_starts PRIMARY KEY (application_id, shard, at)
);
CREATE TABLE shard_owners (
	application_id BIGINT NOT NULL, 
	shard INTEGER NOT NULL, 
	shard_count INTEGER NOT NULL, 
	process TEXT NOT NULL, 
	since BIGINT NOT NULL, 
	is_draining BOOLEAN NOT NULL, 
	has_successor BOOLEAN NOT NULL, 
	CONSTRAINT pk_shard_owners PRIMARY KEY (application_id, shard)
);
CREATE TABLE shared_boards (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	mode TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	vote_until BIGINT
);
INSERT INTO "shared_boards" VALUES(1,6,77,'by vote',1777896129000,1777896149000);
INSERT INTO "shared_boards" VALUES(2,6,78,'free',1777896129000,NULL);
CREATE TABLE shared_players (
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	actions INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_shared_players PRIMARY KEY (game_id, player_id)
)
 WITHOUT ROWID

;
INSERT INTO "shared_players" VALUES(21,9,1,3,1777896129000);
INSERT INTO "shared_players" VALUES(21,81384788765712384,1,1,1777896129000);
INSERT INTO "shared_players" VALUES(21,9223372036854775807,1,2,1777896129000);
CREATE TABLE shared_votes (
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	wish TEXT NOT NULL, 
	choice TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_shared_votes PRIMARY KEY (game_id, player_id, wish)
)
 WITHOUT ROWID

;
INSERT INTO "shared_votes" VALUES(20,81384788765712384,'move','6-2',0,1777896129000);
CREATE TABLE solutions (
	game_id BIGINT NOT NULL, 
	own_moves INTEGER NOT NULL, 
	moves TEXT NOT NULL, 
	CONSTRAINT pk_solutions PRIMARY KEY (game_id), 
	CONSTRAINT ck_solutions_own_moves CHECK (own_moves >= 0), 
	CONSTRAINT fk_solutions_game_id_games FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE tournament_deals (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id BIGINT NOT NULL, 
	rules_id TEXT NOT NULL, 
	deal_number BIGINT NOT NULL, 
	CONSTRAINT ck_tournament_deals_deal_number CHECK (deal_number >= 1), 
	CONSTRAINT fk_tournament_deals_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT uq_tournament_deals_tournament_id_rules_id UNIQUE (tournament_id, rules_id)
);
INSERT INTO "tournament_deals" VALUES(1,1,'saratoga',42);
INSERT INTO "tournament_deals" VALUES(2,1,'golf',42);
CREATE TABLE tournament_games (
	game_id BIGINT NOT NULL, 
	tournament_deal_id BIGINT NOT NULL, 
	CONSTRAINT pk_tournament_games PRIMARY KEY (game_id), 
	CONSTRAINT fk_tournament_games_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_tournament_games_tournament_deal_id FOREIGN KEY(tournament_deal_id) REFERENCES tournament_deals (id)
);
INSERT INTO "tournament_games" VALUES(18,1);
INSERT INTO "tournament_games" VALUES(19,2);
CREATE TABLE tournaments (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	started_at BIGINT NOT NULL, 
	ends_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	announced_at BIGINT, 
	CONSTRAINT ck_tournaments_kind CHECK (kind IN ('days', 'games')), 
	CONSTRAINT ck_tournaments_announced_at CHECK (announced_at IS NULL OR ended_at IS NOT NULL), 
	CONSTRAINT ck_tournaments_ended_at CHECK (ended_at IS NULL OR ended_at <= ends_at), 
	CONSTRAINT ck_tournaments_ends_at CHECK (started_at < ends_at)
);
INSERT INTO "tournaments" VALUES(1,6,5,'games',1777896069000,1778500869000,1777896129000,NULL);
INSERT INTO "tournaments" VALUES(2,6,5,'days',1777896129000,1778457600000,NULL,NULL);
CREATE TABLE watched_games (
	game_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_watched_games PRIMARY KEY (game_id), 
	CONSTRAINT fk_watched_games_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "watched_games" VALUES(19,6,5,4243,0);
CREATE TABLE winnable_deals (
	rules_id TEXT NOT NULL, 
	deal_number BIGINT NOT NULL, 
	proven_at BIGINT NOT NULL, 
	CONSTRAINT pk_winnable_deals PRIMARY KEY (rules_id, deal_number), 
	CONSTRAINT ck_winnable_deals_deal_number CHECK (deal_number >= 1)
);
CREATE INDEX ix_games_player_id_finished_at ON games (player_id, finished_at);
CREATE INDEX ix_guild_players_player_id ON guild_players (player_id);
CREATE INDEX ix_guild_tallies_player_id ON guild_tallies (player_id);
CREATE INDEX ix_player_preferences_name ON player_preferences (name);
CREATE INDEX ix_races_announced_at_state ON races (announced_at, state);
CREATE UNIQUE INDEX ix_races_channel_id ON races (channel_id) WHERE state = 'open' AND NOT by_invitation;
CREATE INDEX ix_races_rated_at_state_ended_at ON races (rated_at, state, ended_at);
CREATE INDEX ix_races_state_deadline ON races (state, deadline);
CREATE INDEX ix_ratings_scope_player_id_races ON ratings (scope, player_id, races);
CREATE INDEX ix_reminders_due_at ON reminders (due_at);
CREATE INDEX ix_tournaments_announced_at_ended_at ON tournaments (announced_at, ended_at);
CREATE UNIQUE INDEX ix_tournaments_guild_id ON tournaments (guild_id) WHERE ended_at IS NULL;
CREATE INDEX ix_tournaments_guild_id_started_at ON tournaments (guild_id, started_at);
CREATE INDEX ix_racers_player_id ON racers (player_id);
CREATE INDEX ix_racers_race_id ON racers (race_id);
CREATE UNIQUE INDEX ix_racers_race_id_player_id ON racers (race_id, player_id) WHERE player_id <> 0;
CREATE INDEX ix_results_days ON results (player_id, daily, finished_at, state, moves, played_ms, undos, hints, odds) WHERE daily IS NOT NULL;
CREATE UNIQUE INDEX ix_results_extra_day_extra_slot_player_id ON results (extra_day, extra_slot, player_id) WHERE extra_day IS NOT NULL;
CREATE INDEX ix_results_guild_days ON results (guild_id, finished_at, state, moves, undos) WHERE guild_id IS NOT NULL;
CREATE INDEX ix_results_guild_wins ON results (guild_id, rules_id, finished_at) WHERE state = 'won' AND guild_id IS NOT NULL;
CREATE INDEX ix_results_player_id_finished_at ON results (player_id, finished_at);
CREATE INDEX ix_results_player_id_rules_id_deal_number ON results (player_id, rules_id, deal_number);
CREATE INDEX ix_tournament_games_tournament_deal_id ON tournament_games (tournament_deal_id);
CREATE INDEX ix_channel_choices_player_id ON channel_choices (player_id);
CREATE INDEX ix_last_seen_day ON last_seen (day);
CREATE INDEX ix_outbox_player_id ON outbox (player_id);
CREATE INDEX ix_outbox_until ON outbox (until);
CREATE INDEX ix_shared_boards_channel_id ON shared_boards (channel_id);
CREATE INDEX ix_shared_boards_guild_id ON shared_boards (guild_id);
CREATE INDEX ix_shared_players_player_id ON shared_players (player_id);
CREATE INDEX ix_shared_votes_player_id ON shared_votes (player_id);
CREATE INDEX ix_watched_games_guild_id ON watched_games (guild_id);
CREATE INDEX ix_games_days ON games (day, guild_id) WHERE day IS NOT NULL;
CREATE INDEX ix_games_shared ON games (guild_id) WHERE player_id < 0;
CREATE INDEX ix_games_player_id_rules_id_deal_number ON games (player_id, rules_id, deal_number);
CREATE INDEX ix_live_boards_guild_id ON live_boards (guild_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',21);
INSERT INTO "sqlite_sequence" VALUES('races',5);
INSERT INTO "sqlite_sequence" VALUES('racers',11);
INSERT INTO "sqlite_sequence" VALUES('tournaments',2);
INSERT INTO "sqlite_sequence" VALUES('tournament_deals',2);
INSERT INTO "sqlite_sequence" VALUES('shared_boards',2);
COMMIT;
