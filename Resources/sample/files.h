// Written by build-aux/lay-out-sample.py.
static const unsigned char sample_home_json[] = {
#embed "home.json"
};
static const unsigned char sample_world_json[] = {
#embed "world.json"
};
static const unsigned char sample_science_json[] = {
#embed "science.json"
};
static const unsigned char sample_business_json[] = {
#embed "business.json"
};
static const unsigned char sample_culture_json[] = {
#embed "culture.json"
};
static const unsigned char sample_sports_json[] = {
#embed "sports.json"
};
static const unsigned char sample_technology_json[] = {
#embed "technology.json"
};
static const unsigned char sample_pictures_borrowed_seeds_jpg[] = {
#embed "pictures/borrowed-seeds.jpg"
};
static const unsigned char sample_pictures_bread_index_jpg[] = {
#embed "pictures/bread-index.jpg"
};
static const unsigned char sample_pictures_cable_ship_jpg[] = {
#embed "pictures/cable-ship.jpg"
};
static const unsigned char sample_pictures_comet_visitor_jpg[] = {
#embed "pictures/comet-visitor.jpg"
};
static const unsigned char sample_pictures_container_garden_jpg[] = {
#embed "pictures/container-garden.jpg"
};
static const unsigned char sample_pictures_eldest_cox_jpg[] = {
#embed "pictures/eldest-cox.jpg"
};
static const unsigned char sample_pictures_ferry_timetable_jpg[] = {
#embed "pictures/ferry-timetable.jpg"
};
static const unsigned char sample_pictures_foggy_final_jpg[] = {
#embed "pictures/foggy-final.jpg"
};
static const unsigned char sample_pictures_footbridge_jpg[] = {
#embed "pictures/footbridge.jpg"
};
static const unsigned char sample_pictures_harbour_bell_jpg[] = {
#embed "pictures/harbour-bell.jpg"
};
static const unsigned char sample_pictures_hill_race_jpg[] = {
#embed "pictures/hill-race.jpg"
};
static const unsigned char sample_pictures_honest_bug_jpg[] = {
#embed "pictures/honest-bug.jpg"
};
static const unsigned char sample_pictures_ice_canal_jpg[] = {
#embed "pictures/ice-canal.jpg"
};
static const unsigned char sample_pictures_kite_power_jpg[] = {
#embed "pictures/kite-power.jpg"
};
static const unsigned char sample_pictures_lighthouse_keeper_jpg[] = {
#embed "pictures/lighthouse-keeper.jpg"
};
static const unsigned char sample_pictures_moss_clock_jpg[] = {
#embed "pictures/moss-clock.jpg"
};
static const unsigned char sample_pictures_museum_of_keys_jpg[] = {
#embed "pictures/museum-of-keys.jpg"
};
static const unsigned char sample_pictures_night_train_jpg[] = {
#embed "pictures/night-train.jpg"
};
static const unsigned char sample_pictures_orchestra_rain_jpg[] = {
#embed "pictures/orchestra-rain.jpg"
};
static const unsigned char sample_pictures_paper_theatre_jpg[] = {
#embed "pictures/paper-theatre.jpg"
};
static const unsigned char sample_pictures_quiet_robots_jpg[] = {
#embed "pictures/quiet-robots.jpg"
};
static const unsigned char sample_pictures_repair_street_jpg[] = {
#embed "pictures/repair-street.jpg"
};
static const unsigned char sample_pictures_ringed_world_jpg[] = {
#embed "pictures/ringed-world.jpg"
};
static const unsigned char sample_pictures_shop_sign_letters_jpg[] = {
#embed "pictures/shop-sign-letters.jpg"
};
static const unsigned char sample_pictures_slow_cinema_jpg[] = {
#embed "pictures/slow-cinema.jpg"
};
static const unsigned char sample_pictures_snow_atlas_jpg[] = {
#embed "pictures/snow-atlas.jpg"
};
static const unsigned char sample_pictures_tandem_tour_jpg[] = {
#embed "pictures/tandem-tour.jpg"
};
static const unsigned char sample_pictures_two_clocks_jpg[] = {
#embed "pictures/two-clocks.jpg"
};
static const unsigned char sample_pictures_umbrella_shares_jpg[] = {
#embed "pictures/umbrella-shares.jpg"
};
static const unsigned char sample_pictures_village_forecast_jpg[] = {
#embed "pictures/village-forecast.jpg"
};
static const unsigned char sample_pictures_whale_choir_jpg[] = {
#embed "pictures/whale-choir.jpg"
};

#define SAMPLE_ASSETS \
  ASSET("sample/home.json", sample_home_json) \
  ASSET("sample/world.json", sample_world_json) \
  ASSET("sample/science.json", sample_science_json) \
  ASSET("sample/business.json", sample_business_json) \
  ASSET("sample/culture.json", sample_culture_json) \
  ASSET("sample/sports.json", sample_sports_json) \
  ASSET("sample/technology.json", sample_technology_json) \
  ASSET("sample/pictures/borrowed-seeds.jpg", sample_pictures_borrowed_seeds_jpg) \
  ASSET("sample/pictures/bread-index.jpg", sample_pictures_bread_index_jpg) \
  ASSET("sample/pictures/cable-ship.jpg", sample_pictures_cable_ship_jpg) \
  ASSET("sample/pictures/comet-visitor.jpg", sample_pictures_comet_visitor_jpg) \
  ASSET("sample/pictures/container-garden.jpg", sample_pictures_container_garden_jpg) \
  ASSET("sample/pictures/eldest-cox.jpg", sample_pictures_eldest_cox_jpg) \
  ASSET("sample/pictures/ferry-timetable.jpg", sample_pictures_ferry_timetable_jpg) \
  ASSET("sample/pictures/foggy-final.jpg", sample_pictures_foggy_final_jpg) \
  ASSET("sample/pictures/footbridge.jpg", sample_pictures_footbridge_jpg) \
  ASSET("sample/pictures/harbour-bell.jpg", sample_pictures_harbour_bell_jpg) \
  ASSET("sample/pictures/hill-race.jpg", sample_pictures_hill_race_jpg) \
  ASSET("sample/pictures/honest-bug.jpg", sample_pictures_honest_bug_jpg) \
  ASSET("sample/pictures/ice-canal.jpg", sample_pictures_ice_canal_jpg) \
  ASSET("sample/pictures/kite-power.jpg", sample_pictures_kite_power_jpg) \
  ASSET("sample/pictures/lighthouse-keeper.jpg", sample_pictures_lighthouse_keeper_jpg) \
  ASSET("sample/pictures/moss-clock.jpg", sample_pictures_moss_clock_jpg) \
  ASSET("sample/pictures/museum-of-keys.jpg", sample_pictures_museum_of_keys_jpg) \
  ASSET("sample/pictures/night-train.jpg", sample_pictures_night_train_jpg) \
  ASSET("sample/pictures/orchestra-rain.jpg", sample_pictures_orchestra_rain_jpg) \
  ASSET("sample/pictures/paper-theatre.jpg", sample_pictures_paper_theatre_jpg) \
  ASSET("sample/pictures/quiet-robots.jpg", sample_pictures_quiet_robots_jpg) \
  ASSET("sample/pictures/repair-street.jpg", sample_pictures_repair_street_jpg) \
  ASSET("sample/pictures/ringed-world.jpg", sample_pictures_ringed_world_jpg) \
  ASSET("sample/pictures/shop-sign-letters.jpg", sample_pictures_shop_sign_letters_jpg) \
  ASSET("sample/pictures/slow-cinema.jpg", sample_pictures_slow_cinema_jpg) \
  ASSET("sample/pictures/snow-atlas.jpg", sample_pictures_snow_atlas_jpg) \
  ASSET("sample/pictures/tandem-tour.jpg", sample_pictures_tandem_tour_jpg) \
  ASSET("sample/pictures/two-clocks.jpg", sample_pictures_two_clocks_jpg) \
  ASSET("sample/pictures/umbrella-shares.jpg", sample_pictures_umbrella_shares_jpg) \
  ASSET("sample/pictures/village-forecast.jpg", sample_pictures_village_forecast_jpg) \
  ASSET("sample/pictures/whale-choir.jpg", sample_pictures_whale_choir_jpg)
